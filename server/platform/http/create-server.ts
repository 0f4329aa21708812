import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import underPressure from '@fastify/under-pressure'
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { catalogue } from '@lectern/contract/errors.ts'
import { defaultLocale } from '@lectern/contract/locales.ts'
import type { Config } from '../../config.ts'
import { withoutValues } from '../database/connect.ts'
import { visitor, type Actor } from '../context.ts'
import { AppError, fail } from '../failure.ts'
import { permit, type Policy } from '../policy.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { createRequestCounter } from '../metrics/request-counter.ts'
import { networkOf } from '../throttle.ts'
import { defaultLargestBody } from './body-limits.ts'
import { queueConnections } from './connection-queue.ts'
import { refuseLargeBodies, RouteLimits } from './early-refusal.ts'
import { failureEnvelope, failureOf, retryHeaders } from './failures.ts'
import { refuseTooMuchStructure } from './json-structure.ts'
import { localeOfCall } from './locale.ts'
import { hasSeveralHosts } from './hosts.ts'
import { loggedUrl } from './logged-url.ts'
import { PageReads } from './page-reads.ts'
import { RefusalLog } from './refusal-log.ts'
import { refuseForeignOrigin } from './same-origin.ts'
import { SlowReaders } from './slow-readers.ts'
import { WorkAllowance } from './work-allowance.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set for personal routes. */
    actor: Actor | null
  }
  interface FastifyContextConfig {
    /** Who may call this route. Registration fails without it. */
    policy?: Policy
    /** The actor is identified first: for everything whose response is not the same for all. */
    personal?: boolean
    /** Every request counts against the limit of its network, before anything is read. */
    limited?: boolean
    /** The body is a file: its bytes do not count like those of a JSON body. */
    takesFile?: boolean
    /**
     * Served under pressure and while draining: a failing probe would have a busy server killed, and a page without
     * its scripts and styles is reloaded.
     */
    whileBusy?: boolean
    /** Served although the event loop is late, but not while draining. */
    whileLate?: boolean
    /** Answers for as long as the client listens: how long that took says nothing. */
    isStream?: boolean
  }
}

const slowMilliseconds = 1_000

/** An idle connection is closed after this long. */
const stalledMilliseconds = 120_000

/** Sends a failure in the fitting form: pages for browsers, envelopes for programs. */
export type FailureResponder = (failure: AppError, request: FastifyRequest, reply: FastifyReply) => Promise<void> | void

export const sendFailure: FailureResponder = (failure, request, reply) => {
  const { status } = catalogue[failure.error]
  const envelope = failureEnvelope(failure, localeOfCall(request.headers), request.id)
  reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(envelope))
}

/** Errors before a request exists: headers too large, broken syntax, too slow. The response is written by hand. */
const clientFailure = (code: string | undefined): AppError => {
  if (code === 'HPE_HEADER_OVERFLOW') return fail('request.headersTooLarge')
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? fail('request.tooSlow') : fail('request.malformed')
}

/** Logs what the operator should know of; returns what the client is told. */
const reportFailure = (log: FastifyBaseLogger, error: unknown, requestId: string, largestBody?: number): AppError => {
  const failure = failureOf(error, requestId, largestBody)
  const { status } = catalogue[failure.error]
  if (status >= 500 && failure.error !== 'server.busy') log.error({ err: withoutValues(error) }, failure.error)
  // The client is only told to retry, so a deadlock would be visible nowhere else.
  else if (failure.error === 'server.busy' && !(error instanceof AppError))
    log.warn({ err: withoutValues(error) }, failure.error)
  return failure
}

interface ServerOptions {
  config: Pick<Config, 'publicUrl' | 'trustProxy'>
  logger: FastifyBaseLogger | undefined
  maxEventLoopDelay: number
  metrics: Metrics
  securityHeaders: Record<string, string>
  respond: FailureResponder
  /** Identifies the actor of a request. */
  identify: (request: FastifyRequest) => Promise<Actor>
}

export interface Drain {
  readonly hasBegun: boolean
  /** Refuses new requests; resolves when all running ones have ended, and aborts those that take longer than this. */
  begin(patienceMilliseconds?: number): Promise<void>
  /** Ends long-running work, such as streams. */
  onBegin(listener: () => void): void
}

export const createServer = async (options: ServerOptions) => {
  const { config, logger, maxEventLoopDelay, metrics, securityHeaders, respond, identify } = options
  const requestCounter = createRequestCounter(metrics)
  /** The id is a header as well: pages that many readers get contain none. */
  const answerWith: FailureResponder = (failure, request, reply) =>
    respond(failure, request, reply.header('x-request-id', request.id))
  const answerFailure = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    // The client disconnected while the body was read: this is no server error.
    const { raw, socket } = request
    const isBrokenOff = !raw.complete && (raw.destroyed || raw.errored !== null || socket.destroyed)
    if (isBrokenOff) request.log.debug('the caller broke off')
    const failure = isBrokenOff
      ? fail('request.malformed')
      : reportFailure(request.log, error, request.id, request.routeOptions.bodyLimit)
    reply.headers(retryHeaders(failure))
    return answerWith(failure, request, reply)
  }

  const app: FastifyInstance = Fastify({
    ...(logger ? { loggerInstance: logger } : { logger: false }),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: () => randomUUID(),
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    bodyLimit: defaultLargestBody,
    http: { requireHostHeader: false },
    requestTimeout: 30_000,
    connectionTimeout: stalledMilliseconds,
    keepAliveTimeout: 65_000,
    return503OnClosing: false,
    // All requests were answered while draining. Browsers open connections ahead of need, and Node takes those for
    // busy.
    forceCloseConnections: true,
    routerOptions: { caseSensitive: false, maxParamLength: 200 },
    frameworkErrors: (error, request, reply) => {
      reply.headers(securityHeaders)
      void answerFailure(error, request, reply)
    },
    clientErrorHandler: (error, socket) => {
      // A client that disconnects in the middle of a request does not wait for a response.
      if (error.code === 'HPE_INVALID_EOF_STATE') socket.destroy()
      if (!socket.writable) return
      const failure = clientFailure(error.code)
      const { status } = catalogue[failure.error]
      requestCounter.refused('malformed', undefined, status)
      const requestId = randomUUID()
      logger?.debug({ requestId, code: error.code }, failure.error)
      const body = JSON.stringify(failureEnvelope(failure, defaultLocale, requestId))
      const headers = {
        ...securityHeaders,
        'x-request-id': requestId,
        'content-type': 'application/json; charset=utf-8',
        'content-length': Buffer.byteLength(body),
        connection: 'close',
      }
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
      socket.end(`HTTP/1.1 ${status} Refused\r\n${lines.join('')}\r\n${body}`)
    },
  })

  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    try {
      refuseTooMuchStructure(body, request.routeOptions.bodyLimit ?? defaultLargestBody)
    } catch (error) {
      done(error as Error)
      return
    }
    void parseJson(request, body.toString(), done)
  })
  queueConnections(app.server)
  const limits = new RouteLimits()
  const refusals = new RefusalLog((refused) => logger?.info({ refused }, 'refused'))
  app.addHook('onClose', async () => refusals.flush())
  refuseLargeBodies(app.server, {
    limits,
    headers: securityHeaders,
    log: refusals,
    onRefuse: ({ method }, requestId) => {
      requestCounter.refused('large body', method, catalogue['request.tooLarge'].status)
      logger?.debug({ requestId, method }, 'request.tooLarge')
    },
  })
  app.decorateRequest('actor', null)

  /** Open responses, and work that continues after its client has disconnected. */
  let underWay = 0
  const counted = async <Result>(work: Promise<Result>): Promise<Result> => {
    underWay += 1
    try {
      return await work
    } finally {
      underWay -= 1
    }
  }

  const allowance = new WorkAllowance()
  const charge = (request: FastifyRequest, amount: { requests?: number; bytes?: number }): void => {
    // A closed connection has no address, and nobody waits for a response.
    const address = request.ip as string | undefined
    if (address === undefined) throw fail('request.malformed')
    const seconds = allowance.take(networkOf(address), amount)
    if (seconds !== undefined) throw fail('request.tooMany', { seconds })
  }
  const limit = (request: FastifyRequest): void => charge(request, { requests: 1 })

  /**
   * Charges a body before it is read. One of unknown length counts as the largest accepted size; a larger one is
   * refused unread.
   */
  const chargeBody = (request: FastifyRequest): void => {
    const { headers, routeOptions } = request
    const largest = routeOptions.bodyLimit
    const isChunked = headers['transfer-encoding'] !== undefined
    const bytes = isChunked ? largest : Number(headers['content-length'] ?? 0)
    if (bytes > 0 && bytes <= largest && !routeOptions.config.takesFile) charge(request, { bytes })
  }

  app.addHook('onRoute', (route) => {
    const { policy, personal, limited, takesFile } = route.config ?? {}
    if (!policy) throw new Error(`The route ${String(route.method)} ${route.url} declares no policy`)
    if (policy.scope && !(personal && (route.method === 'GET' || route.method === 'HEAD')))
      throw new Error(`The route ${String(route.method)} ${route.url} is not for reading, but admits tokens`)
    limits.add(route.method, route.url, takesFile ? Infinity : (route.bodyLimit ?? defaultLargestBody))
    const { handler } = route
    route.handler = function (request, reply) {
      const answer: unknown = handler.call(this, request, reply)
      return answer instanceof Promise ? counted(answer) : answer
    }
    if (!personal && !limited) return
    route.onRequest = async (request) => {
      if (limited) limit(request)
      if (personal) {
        request.actor = await counted(identify(request))
        if (request.actor.kind === 'token' && !policy.scope) throw fail('token.refused')
        permit(policy(request.actor))
      }
      chargeBody(request)
    }
  })

  // Node would respond to these itself, without our headers: they are refused like everything malformed.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))

  const slowReaders = new SlowReaders()
  const sweeping = setInterval(() => slowReaders.sweep(Date.now()), 30_000).unref()
  app.addHook('onClose', async () => clearInterval(sweeping))
  let draining = false
  /** Counts a response until it is sent, and disconnects a client that does not read it. */
  const watch = (response: ServerResponse): void => {
    underWay += 1
    response.once('close', () => (underWay -= 1))
    slowReaders.watch(response, Date.now())
  }
  app.addHook('onRequest', (request, reply, done) => {
    const { policy, personal, whileBusy } = request.routeOptions.config
    if (draining && !whileBusy) {
      reply.header('connection', 'close')
      throw fail('server.busy')
    }
    watch(reply.raw)
    const { host, expect } = request.headers
    const isHostless = host === undefined && request.raw.httpVersion === '1.1'
    if (isHostless || hasSeveralHosts(request.raw) || (expect !== undefined && expect.toLowerCase() !== '100-continue'))
      throw fail('request.malformed')
    refuseForeignOrigin(request, config.publicUrl?.origin)
    if (request.is404) limit(request)
    // Personal routes check their policy once the actor is identified.
    if (policy && !personal) permit(policy(visitor))
    done()
  })

  // Cached responses already contain these headers; all others get them here.
  app.addHook('onSend', (_request, reply, payload, done) => {
    const policy = reply.getHeader('content-security-policy')
    reply.headers(securityHeaders)
    // A file's own policy is stricter.
    if (policy !== undefined) reply.header('content-security-policy', policy)
    done(null, payload)
  })

  // One line for each request that changed something, failed or was slow; reads are logged at debug.
  app.addHook('onResponse', (request, reply, done) => {
    const { method } = request
    const url = loggedUrl(request.url, request.routeOptions.url)
    const { statusCode: status, elapsedTime } = reply
    const { url: template, config: route } = request.routeOptions
    requestCounter.answered(template, method, status, route.isStream ? undefined : elapsedTime / 1e3)
    const isReading = method === 'GET' || method === 'HEAD' || method === 'OPTIONS'
    const isNotable = status >= 500 || elapsedTime >= slowMilliseconds || !isReading
    request.log[isNotable ? 'info' : 'debug']({ method, url, status, ms: Math.round(elapsedTime) }, 'answered')
    done()
  })

  app.setErrorHandler((error, request, reply) => answerFailure(error, request, reply))
  app.setNotFoundHandler((request, reply) => answerWith(fail('resource.notFound'), request, reply))

  await app.register(underPressure, {
    maxEventLoopDelay,
    pressureHandler: (request, _reply, kind, value) => {
      const { whileBusy, whileLate } = request.routeOptions.config
      if (whileBusy || whileLate) return
      request.log.warn({ [kind]: value }, 'overloaded')
      throw fail('server.busy')
    },
  })

  const endings: (() => void)[] = []
  const drain: Drain = {
    get hasBegun() {
      return draining
    },
    onBegin: (listener) => void endings.push(listener),
    begin: async (patienceMilliseconds = 10_000) => {
      draining = true
      for (const end of endings) end()
      const deadline = Date.now() + patienceMilliseconds
      while (underWay > 0 && Date.now() < deadline) await sleep(20)
      // A client that does not read its response would keep the program from ending.
      if (underWay > 0) app.server.closeAllConnections()
    },
  }
  const pageReads = new PageReads((error, path, requestId) =>
    reportFailure(app.log.child({ requestId, read: path }), error, requestId),
  )
  return { app, limit, drain, pageReads, watch, requestCounter }
}
