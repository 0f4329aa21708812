import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { AnswerOf, BodyOf, Endpoint, ParamsOf } from '@lectern/contract/endpoint.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Actor, Ctx, CtxOf } from '../context.ts'
import { AppError, fail } from '../failure.ts'
import { permit, type Policy, type Verdict } from '../policy.ts'
import { fieldProblems, type Refusal } from '../problems.ts'
import { writeAnswer, type KeptAnswer } from './answer-cache.ts'
import { answerWriter } from './answer-writer.ts'
import { defaultLargestBody } from './body-limits.ts'
import { addressOf } from './cached-requests.ts'
import { openEvents, type Events } from './events.ts'
import { createInputReader, type Input, type InputDeps } from './handler-input.ts'
import { dispositionOf } from './disposition.ts'
import { linkTo, type StoredPlace } from './linked-content.ts'
import { languageOfCall, localeOfCall, localeOfPage, type ProxyLanguage } from './locale.ts'
import type { Exchanged } from './openapi.ts'
import type { PageReads } from './page-reads.ts'
import type { PublicRules } from './public-rules.ts'
import { isKnown, sendStored, type StoredContent } from './stored-content.ts'
import { addProblems, validate, validFields } from './validation.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint
    exchanged?: Exchanged
  }
}

/** What the address of a request tells, before its body is read. */
export interface Addressed<Params, Who extends Actor> {
  ctx: CtxOf<Who>
  params: Params
  /** `act` once the whole request is valid and is about to be carried out. */
  deed: 'look' | 'act'
}

/**
 * A rule about what the address of a request names. It is checked before the body, so that people who may not are told
 * nothing else, and again right before an act.
 */
export interface AddressRule<Params, Who extends Actor> {
  check?: (addressed: Addressed<Params, Who>) => Promise<Verdict>
}

interface Rules<E extends Endpoint, Who extends Actor> extends AddressRule<ParamsOf<E>, Who> {
  policy: Policy<Who>
  /** False for requests that are frequent by design and cheap. */
  limited?: false
  /** Served under any load, and while the program stops. */
  whileBusy?: true
  /** Served under any load, but not while the program stops. */
  whileLate?: true
  /** Max bytes of the body, if more than `defaultLargestBody`. */
  largestBody?: number
  /** Throws if the object is not the caller's, before a large body is read. The handler checks everything again. */
  checkFirst?: (input: Pick<Input<E, Who>, 'ctx' | 'params'>) => Promise<unknown>
  /**
   * Finds further problems of an invalid body from its valid fields, so that all are reported in one response.
   * Without it, only the schema's problems are reported.
   */
  alsoWrong?: (
    input: Pick<Input<E, Who>, 'ctx' | 'params'> & { body: Partial<BodyOf<E>> },
  ) => Promise<readonly Refusal[]>
  public?: PublicRules<E>
}

interface UploadRules<E extends Endpoint, Who extends Actor> extends AddressRule<ParamsOf<E>, Who> {
  policy: Policy<Who>
  /** Accepted content types; the bytes decide what it is. */
  types: RegExp
  maxBytes: number
}

/** A file as a response. */
export interface FileAnswer {
  type: string
  body: Buffer | Readable | StoredContent
  /** Present: the browser saves it under this name. Absent: it may be displayed. */
  name?: string
  cacheControl?: string
  /** Present: exactly these bytes are stored there, and whoever gets the answer may get them from there. */
  place?: StoredPlace
}

interface ExchangeRules<Who extends Actor> {
  policy: Policy<Who>
  limited?: false
  /** The content type of a binary body, passed as a stream; absent: there is none. */
  takes?: string
  /** Sent with every response, failures included. */
  headers: Record<string, string>
}

/** A request of a protocol that uses headers. */
export interface Exchange {
  headers: IncomingHttpHeaders
  /** The unread body. */
  body: Readable
}

interface ExchangeAnswer {
  status: number
  headers: Record<string, string>
}

type Handler<E extends Endpoint, Who extends Actor> = (input: Input<E, Who>) => Promise<AnswerOf<E>>

interface HttpDeps extends InputDeps {
  app: FastifyInstance
  securityHeaders: Record<string, string>
  /** Throws `request.tooMany` when this address exceeds its limit. */
  limit: (request: FastifyRequest) => void
  pageReads: PageReads
  proxyLanguage: ProxyLanguage
}

/** How features serve endpoints of the contract, each with its policy and handler. */
export interface Http {
  serve<E extends Endpoint, Who extends Actor>(endpoint: E, rules: Rules<E, Who>, handler: Handler<E, Who>): void
  /** Accepts a file as the body. */
  serveUpload<E extends Endpoint, Who extends Actor>(
    endpoint: E,
    rules: UploadRules<E, Who>,
    handler: (input: Input<E, Who> & { file: Buffer }) => Promise<AnswerOf<E>>,
  ): void
  /**
   * Responds with a file. Only a stored one supports HEAD: generating one and discarding it would have side effects.
   */
  serveFile<E extends Endpoint, Who extends Actor>(
    endpoint: E,
    rules: Rules<E, Who> & { isStored?: true },
    handler: (input: Input<E, Who>) => Promise<FileAnswer>,
  ): void
  /** Redirects to a path of this site. */
  serveRedirect<E extends Endpoint, Who extends Actor>(
    endpoint: E,
    rules: { policy: Policy<Who>; onRead: (params: ParamsOf<E>) => void },
    handler: (input: Input<E, Who>) => Promise<string>,
  ): void
  /** Responds with headers only; accepts a body of any length. */
  serveExchange<E extends Endpoint, Who extends Actor>(
    endpoint: E,
    rules: ExchangeRules<Who>,
    handler: (input: Input<E, Who>, exchange: Exchange) => Promise<ExchangeAnswer>,
  ): void
  /** Responds with events while the client is connected; errors before the stream is opened are normal responses. */
  serveEvents<E extends Endpoint, Who extends Actor>(
    endpoint: E,
    rules: Rules<E, Who>,
    handler: (input: Input<E, Who>, open: () => Events) => Promise<void>,
  ): void
  contextOf(request: FastifyRequest, locale: Locale): Ctx
}

const jsonType = 'application/json; charset=utf-8'

export const createHttp = (deps: HttpDeps): Http => {
  const { app, clock, cache, securityHeaders, limit, pageReads, installation, proxyLanguage } = deps
  const { contextOf, admittedContextOf, readInput, readPageInput } = createInputReader(deps)

  /** Valid also where query and body are not. */
  const paramsOf = <E extends Endpoint>(endpoint: E, request: FastifyRequest, locale: Locale): ParamsOf<E> => {
    const address = { ...endpoint, query: undefined, body: undefined }
    return validate(address, { params: request.params, query: {}, body: {} }, locale).params as ParamsOf<E>
  }

  const checkAddress = async <E extends Endpoint, Who extends Actor>(
    endpoint: E,
    { policy, check }: Pick<Rules<E, Who>, 'policy' | 'check'>,
    request: FastifyRequest,
    { deed = 'look', locale = localeOfCall(request.headers) }: { deed?: 'look' | 'act'; locale?: Locale } = {},
  ): Promise<void> => {
    if (!check || (deed === 'act' && endpoint.method === 'GET')) return
    const ctx = admittedContextOf(policy, request, locale)
    permit(await check({ ctx, params: paramsOf(endpoint, request, locale), deed }))
  }

  const sendOnce = (reply: FastifyReply, envelope: string): FastifyReply =>
    reply.header('cache-control', 'no-store').type(jsonType).send(envelope)

  const personalRoute = <E extends Endpoint, Who extends Actor>(
    endpoint: E,
    { policy, limited, whileBusy, whileLate, largestBody, checkFirst }: Rules<E, Who>,
    exchanged: Exchanged = {},
  ) => ({
    method: endpoint.method,
    url: endpoint.path,
    config: {
      policy,
      endpoint,
      personal: true,
      limited: limited !== false,
      takesFile: exchanged.takes !== undefined,
      exchanged,
      ...(whileBusy && { whileBusy: true }),
      ...(whileLate && { whileLate: true }),
    },
    ...(largestBody && { bodyLimit: largestBody }),
    ...(checkFirst && {
      preParsing: async (request: FastifyRequest, _reply: FastifyReply, payload: Readable) => {
        const bytes = Number(request.headers['content-length'] ?? Infinity)
        if (bytes <= defaultLargestBody) return payload
        const ctx = admittedContextOf(policy, request, localeOfCall(request.headers))
        await checkFirst({ ctx, params: paramsOf(endpoint, request, ctx.locale) })
        return payload
      },
    }),
  })

  const serve: Http['serve'] = (endpoint, rules, handler) => {
    type E = typeof endpoint
    type HandlerInput = Parameters<typeof handler>[0]
    const write = answerWriter(endpoint)
    const { policy } = rules
    const readWhole = async (request: FastifyRequest, reply: FastifyReply) => {
      try {
        return readInput(endpoint, policy, request, reply)
      } catch (error) {
        if (!rules.alsoWrong || !(error instanceof AppError) || error.error !== 'request.invalid') throw error
        const ctx = admittedContextOf(policy, request, localeOfCall(request.headers))
        const params = paramsOf(endpoint, request, ctx.locale)
        const body = validFields(endpoint.body, request.body) as Partial<BodyOf<E>>
        throw addProblems(error, fieldProblems(await rules.alsoWrong({ ctx, params, body }), ctx.locale))
      }
    }
    const answerOnce = async (request: FastifyRequest, reply: FastifyReply) => {
      await checkAddress(endpoint, rules, request)
      const input = await readWhole(request, reply)
      await checkAddress(endpoint, rules, request, { deed: 'act' })
      return sendOnce(reply, write(input.ctx.locale, await handler(input)))
    }

    /** The response is cached, unless `keepWhen` excludes this input. */
    const findPublic = async (
      input: HandlerInput,
      { allow, mayBeStale }: { allow?: () => void; mayBeStale: boolean },
    ): Promise<{ cached: KeptAnswer; key?: string }> => {
      const { locale } = input.ctx
      const make = async () => {
        // The time is read again after caching started: whatever becomes due in between is seen by one of the two.
        const answer = await handler({ ...input, ctx: { ...input.ctx, now: clock.now() } })
        const headers = { 'content-type': jsonType, vary: 'accept-language' }
        const isSteady = rules.public?.isSteady?.(answer) ?? false
        return { status: 200, headers, body: write(locale, answer), isSteady }
      }
      if (rules.public?.keepWhen?.(input) === false) {
        allow?.()
        return { cached: cache.prepare(await make(), 0) }
      }
      const key = `${locale} ${endpoint.path} ${JSON.stringify([input.params, input.query])}`
      return { cached: await cache.get(key, make, { ...(allow && { allow }), mayBeStale }), key }
    }

    const answerPublicly = async (request: FastifyRequest, reply: FastifyReply) => {
      const ofProxy = proxyLanguage(request.raw)
      const { locale, namedBy } = languageOfCall(request.headers, ofProxy)
      const input = readInput(endpoint, policy, request, reply, locale)
      const { cached, key } = await findPublic(input, { allow: () => limit(request), mayBeStale: true })
      const { onRead } = rules.public!
      const count = onRead && (() => onRead(input.params))
      if (key !== undefined)
        cache.addAlias(addressOf(request.raw, ofProxy), { key, route: endpoint.path, namedBy, onRead: count })
      if (request.method === 'GET') count?.()
      reply.hijack()
      writeAnswer(cached, request.raw, reply.raw, { namedBy, now: clock.now() })
    }

    pageReads.add(endpoint, async (read, reader) => {
      const input = readPageInput(endpoint, policy, read, reader)
      if (!rules.public) return { body: write(reader.locale, await handler(input)), isSteady: false }
      // A page is not rendered from outdated data: then it would be cached as if it were new.
      const { cached } = await findPublic(input, { mayBeStale: false })
      return { body: cached.variants.identity.body.toString(), isSteady: cached.isSteady }
    })

    if (!rules.public) app.route({ ...personalRoute(endpoint, rules), handler: answerOnce })
    else
      app.route({
        method: endpoint.method,
        url: endpoint.path,
        config: { policy, endpoint },
        handler: answerPublicly,
      })
  }

  const serveUpload: Http['serveUpload'] = (endpoint, { policy, types, maxBytes, ...rules }, handler) => {
    const write = answerWriter(endpoint)
    // A scope of its own: everywhere else such a body is refused unread.
    void app.register(async (scope) => {
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser(types, { parseAs: 'buffer', bodyLimit: maxBytes }, (_request, body, parsed) =>
        parsed(null, body),
      )
      scope.route({
        ...personalRoute(endpoint, { policy, largestBody: maxBytes }, { takes: '*/*' }),
        errorHandler: (error, request, reply) => {
          const isTooLarge = error.code === 'FST_ERR_CTP_BODY_TOO_LARGE'
          app.errorHandler(
            isTooLarge ? fail('file.tooLarge', { limitMb: maxBytes / 1024 ** 2 }) : error,
            request,
            reply,
          )
        },
        handler: async (request, reply) => {
          await checkAddress(endpoint, { policy, ...rules }, request)
          if (!Buffer.isBuffer(request.body)) throw fail('request.unsupportedType')
          const input = readInput(endpoint, policy, request, reply, undefined, {})
          await checkAddress(endpoint, { policy, ...rules }, request, { deed: 'act' })
          return sendOnce(reply, write(input.ctx.locale, await handler({ ...input, file: request.body })))
        },
      })
    })
  }

  const serveFile: Http['serveFile'] = (endpoint, rules, handler) => {
    app.route({
      ...personalRoute(endpoint, rules, { gives: 'file' }),
      exposeHeadRoute: rules.isStored === true,
      handler: async (request, reply) => {
        // A file is fetched by a link, which says no more about the language than a page's address does.
        const locale = localeOfPage(request.headers, request.url)
        await checkAddress(endpoint, rules, request, { locale })
        const input = readInput(endpoint, rules.policy, request, reply, locale)
        const { type, body, name, cacheControl = 'no-store', place } = await handler(input)
        if (place && 'open' in body && request.method === 'GET' && !isKnown(request, body)) {
          const answer = { type, size: body.size, place, name, cacheControl }
          const link = await linkTo(installation.storage, request.headers, answer)
          if (link !== undefined) return reply.header('cache-control', 'no-store').redirect(link)
        }
        const headers = {
          'content-type': type,
          'cache-control': cacheControl,
          // Whatever a file contains, it cannot run on this site.
          'content-security-policy': "default-src 'none'; sandbox",
          ...(name !== undefined && { 'content-disposition': dispositionOf('attachment', name) }),
        }
        return 'open' in body ? sendStored(request, reply, body, headers) : reply.headers(headers).send(body)
      },
    })
  }

  const serveRedirect: Http['serveRedirect'] = (endpoint, { policy, onRead }, handler) => {
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      config: { policy, endpoint, exchanged: { gives: 'redirect' }, limited: true },
      handler: async (request, reply) => {
        const input = readInput(endpoint, policy, request, reply, localeOfPage(request.headers, request.url))
        const path = await handler(input)
        if (request.method === 'GET') onRead(input.params)
        return reply.header('cache-control', 'no-store').redirect(path)
      },
    })
  }

  const serveExchange: Http['serveExchange'] = (endpoint, { policy, limited, takes, headers }, handler) => {
    void app.register(async (scope) => {
      if (takes !== undefined) {
        scope.removeAllContentTypeParsers()
        scope.addContentTypeParser(takes, (_request, _body, parsed) => parsed(null))
      }
      scope.addHook('onRequest', async (_request, reply) => void reply.headers(headers))
      scope.route({
        ...personalRoute(
          endpoint,
          { policy, ...(limited === false && { limited }) },
          { gives: 'headers', ...(takes !== undefined && { takes }) },
        ),
        handler: async (request, reply) => {
          const input = readInput(endpoint, policy, request, reply, undefined, {})
          const answer = await handler(input, { headers: request.headers, body: request.raw })
          return reply
            .code(answer.status)
            .headers({ 'cache-control': 'no-store', ...answer.headers })
            .send()
        },
      })
    })
  }

  const serveEvents: Http['serveEvents'] = (endpoint, rules, handler) => {
    const route = personalRoute(endpoint, rules, { gives: 'events' })
    app.route({
      ...route,
      config: { ...route.config, isStream: true },
      // HEAD would have no body to follow.
      exposeHeadRoute: false,
      handler: async (request, reply) => {
        const input = readInput(endpoint, rules.policy, request, reply)
        await handler(input, () => openEvents(reply, securityHeaders))
      },
    })
  }

  return { serve, serveUpload, serveFile, serveExchange, serveRedirect, serveEvents, contextOf }
}
