import type { AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf } from '@lectern/contract/endpoint.ts'
import { success } from '@lectern/contract/answer-codes.ts'
import { envelopeOf, type Envelope } from '@lectern/contract/envelope.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Ctx } from '../context.ts'
import { visitor } from '../context.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/connect.ts'
import { say } from '../messages.ts'
import type { Policy } from '../policy.ts'
import { type AnswerCache, writeAnswer } from './answer-cache.ts'
import { jsonSchema } from './json-schema.ts'
import { localeOfCall } from './locale.ts'
import { validate } from './validation.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint
  }
}

export interface Input<E extends Endpoint> {
  ctx: Ctx
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
}

interface Rules<E extends Endpoint> {
  policy: Policy
  /** False for what is asked for again and again by design and costs next to nothing. */
  limited?: false
  /** Answered however much there is to do, and while the program stops. */
  whileBusy?: true
  /** The answer is the same for everybody and is kept until content changes; say when it may not be. */
  public?: { keepWhen?: (input: Pick<Input<E>, 'query'>) => boolean; onRead?: (params: ParamsOf<E>) => void }
}

type Handler<E extends Endpoint> = (input: Input<E>) => Promise<AnswerOf<E>>

export interface HttpDeps {
  app: FastifyInstance
  db: Database
  clock: Clock
  cache: AnswerCache
  /** Throws `request.tooMany` when this address asks for more work than is fair. */
  limit: (request: FastifyRequest) => Promise<void>
  /** The program asks itself, to render a page: nobody has read anything yet. */
  isInternal: (request: FastifyRequest) => boolean
}

/** The features' way to the outside: one endpoint of the contract, its policy, and what to do. */
export interface Http {
  serve<E extends Endpoint>(endpoint: E, rules: Rules<E>, handler: Handler<E>): void
  contextOf(request: FastifyRequest, locale: Locale): Ctx
}

export const createHttp = ({ app, db, clock, cache, limit, isInternal }: HttpDeps): Http => {
  const contextOf = (request: FastifyRequest, locale: Locale): Ctx => ({
    actor: visitor,
    now: clock.now(),
    db,
    requestId: request.id,
    locale,
    remember: (key, find) => cache.remember(key, find),
  })

  const serve = <E extends Endpoint>(endpoint: E, rules: Rules<E>, handler: Handler<E>): void => {
    const read = (request: FastifyRequest, locale: Locale): Input<E> => {
      const raw = { params: request.params, query: request.query, body: request.body }
      return { ctx: contextOf(request, locale), ...validate(endpoint, raw, locale) } as Input<E>
    }

    const answer = async (input: Input<E>): Promise<Envelope<AnswerOf<E>>> => {
      const message = say(input.ctx.locale, 'success')
      return { code: success, status: 0, message, msg: message, data: await handler(input) }
    }

    const answerOnce = async (request: FastifyRequest, reply: FastifyReply) => {
      if (rules.limited !== false) await limit(request)
      return reply.header('cache-control', 'no-store').send(await answer(read(request, localeOfCall(request.headers))))
    }

    const answerPublicly = async (request: FastifyRequest, reply: FastifyReply) => {
      const locale = localeOfCall(request.headers)
      const address = `${locale} ${request.url}`
      let kept = cache.findAlias(address)
      if (!kept) {
        const input = read(request, locale)
        const make = async () => ({
          status: 200,
          headers: { 'content-type': 'application/json; charset=utf-8', vary: 'accept-language' },
          // The moment is read anew after the keeping began: whatever falls due in between is seen by one of the two.
          body: String(reply.serialize(await answer({ ...input, ctx: contextOf(request, locale) }))),
        })
        if (rules.public?.keepWhen?.(input) === false) {
          await limit(request)
          kept = cache.prepare(await make(), 0)
        } else {
          const key = `${locale} ${endpoint.path} ${JSON.stringify([input.params, input.query])}`
          kept = await cache.get(key, make, () => limit(request))
          cache.addAlias(address, key)
        }
      }
      if (request.method === 'GET' && !isInternal(request)) rules.public?.onRead?.(request.params as ParamsOf<E>)
      reply.hijack()
      writeAnswer(kept, request.raw, reply.raw)
    }

    app.route({
      method: endpoint.method,
      url: endpoint.path,
      config: { policy: rules.policy, endpoint, ...(rules.whileBusy && { whileBusy: true }) },
      schema: { response: { 200: jsonSchema(envelopeOf(endpoint.answer), 'output') } },
      handler: rules.public ? answerPublicly : answerOnce,
    })
  }

  return { serve, contextOf }
}
