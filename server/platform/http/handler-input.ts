import { randomBytes } from 'node:crypto'
import type { BodyOf, Endpoint, ParamsOf, QueryOf } from '@lectern/contract/endpoint.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import type { PageRead } from '@lectern/contract/settings/site.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../clock.ts'
import { visitor, type Actor, type Ctx, type CtxOf, type Installation } from '../context.ts'
import type { Database } from '../database/connect.ts'
import { AppError } from '../failure.ts'
import { t } from '../messages.ts'
import { requireAdmitted, type Policy } from '../policy.ts'
import type { AnswerCache } from './answer-cache.ts'
import { refuseTooManyValues } from './body-limits.ts'
import { localeOfCall } from './locale.ts'
import type { Reader } from './page-reads.ts'
import type { SessionCookie } from './session-cookie.ts'
import { validate } from './validation.ts'

/** The browser's side of a session. */
export interface SessionCookieWriter {
  set(token: string, maxAgeSeconds: number | undefined): void
  clear(): void
  /** The random name of the browser, which gets one now if it has none. */
  browser(): string
}

/** What a handler gets. */
export interface Input<E extends Endpoint, Who extends Actor = Actor> {
  /** The actor has the type that the route's policy admits. */
  ctx: CtxOf<Who>
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  idempotencyKey: string | undefined
  visit: SessionCookieWriter
}

export interface InputDeps {
  db: Database
  clock: Clock
  cache: AnswerCache
  installation: Installation
  cookie: SessionCookie
}

/** Rendering a page must never start or end a session. */
const noCookie: SessionCookieWriter = {
  set: () => {
    throw new Error('A page that is rendered sets no cookie')
  },
  clear: () => {
    throw new Error('A page that is rendered clears no cookie')
  },
  browser: () => {
    throw new Error('A page that is rendered has no browser')
  },
}

const validInput = <E extends Endpoint>(endpoint: E, raw: Parameters<typeof validate>[1], locale: Locale) =>
  validate(endpoint, raw, locale) as Pick<Input<E>, 'params' | 'query' | 'body'>

const keyPattern = /^[\w-]{8,100}$/

const idempotencyKeyOf = (endpoint: Endpoint, request: FastifyRequest, locale: Locale): string | undefined => {
  const key = endpoint.idempotent ? request.headers['idempotency-key'] : undefined
  if (key === undefined) return undefined
  if (typeof key === 'string' && keyPattern.test(key)) return key
  throw new AppError('request.invalid', {}, [{ path: 'Idempotency-Key', message: t(locale, 'validation.format') }])
}

/** Reads and validates the input of handlers, from requests and from pages that are rendered. */
export const createInputReader = ({ db, clock, cache, installation, cookie }: InputDeps) => {
  const createContext = (facts: Pick<Ctx, 'actor' | 'requestId' | 'locale' | 'caller'>): Ctx => ({
    ...facts,
    now: clock.now(),
    db,
    installation,
    remember: (key, find) => cache.remember(key, find),
  })

  const contextOf = (request: FastifyRequest, locale: Locale): Ctx =>
    createContext({
      actor: request.actor ?? visitor,
      requestId: request.id,
      locale,
      caller: {
        address: request.ip,
        userAgent: (request.headers['user-agent'] ?? '').slice(0, 400),
        browser: cookie.findBrowser(request),
      },
    })

  /** The server has already checked the policy; this second check narrows the type of the actor. */
  const admittedContextOf = <Who extends Actor>(
    policy: Policy<Who>,
    request: FastifyRequest,
    locale: Locale,
  ): CtxOf<Who> => {
    const ctx = contextOf(request, locale)
    return { ...ctx, actor: requireAdmitted(policy, ctx.actor) }
  }

  const cookieWriterOf = (request: FastifyRequest, reply: FastifyReply): SessionCookieWriter => ({
    set: (token, maxAgeSeconds) => cookie.set(reply, token, maxAgeSeconds),
    clear: () => cookie.clear(reply),
    browser: () => {
      const browser = cookie.findBrowser(request)
      if (browser !== undefined) return browser
      const token = randomBytes(32).toString('base64url')
      cookie.setBrowser(reply, token)
      return token
    },
  })

  const readInput = <E extends Endpoint, Who extends Actor>(
    endpoint: E,
    policy: Policy<Who>,
    request: FastifyRequest,
    reply: FastifyReply,
    locale = localeOfCall(request.headers),
    body: unknown = request.body,
  ): Input<E, Who> => {
    refuseTooManyValues(body, request.routeOptions.bodyLimit)
    return {
      ctx: admittedContextOf(policy, request, locale),
      ...validInput(endpoint, { params: request.params, query: request.query, body }, locale),
      idempotencyKey: idempotencyKeyOf(endpoint, request, locale),
      visit: cookieWriterOf(request, reply),
    }
  }

  /** A page is rendered for a visitor, whoever reads it. */
  const readPageInput = <E extends Endpoint, Who extends Actor>(
    endpoint: E,
    policy: Policy<Who>,
    { params, query }: PageRead,
    { locale, address, requestId }: Reader,
  ): Input<E, Who> => {
    const actor = requireAdmitted(policy, visitor)
    const ctx = createContext({ actor, requestId, locale, caller: { address, userAgent: '' } })
    return {
      // A copy with the type of the actor that the policy admits.
      ctx: { ...ctx, actor },
      ...validInput(endpoint, { params, query, body: undefined }, locale),
      idempotencyKey: undefined,
      visit: noCookie,
    }
  }

  return { contextOf, admittedContextOf, readInput, readPageInput }
}
