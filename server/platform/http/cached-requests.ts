import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../clock.ts'
import { writeAnswer, type AnswerCache } from './answer-cache.ts'
import type { RequestCounter } from '../metrics/request-counter.ts'
import { hasSeveralHosts } from './hosts.ts'
import { languageCookie, type ProxyLanguage } from './locale.ts'
import { loggedUrl } from './logged-url.ts'

/** Everything of a request that decides which cached response it gets. */
export const addressOf = ({ url, headers }: IncomingMessage, ofProxy: string | undefined): string =>
  `${url} ${ofProxy ?? ''} ${headers.cookie ? (languageCookie(headers.cookie) ?? '') : ''} ${headers['accept-language']}`

interface CachedRequests {
  cache: AnswerCache
  clock: Clock
  proxyLanguage: ProxyLanguage
  /** While this is true, the framework answers everything. */
  isDraining: () => boolean
  /** Counts a response until it is sent. */
  watch: (response: ServerResponse) => void
  requestCounter: Pick<RequestCounter, 'answered'>
  log: FastifyBaseLogger | undefined
}

/** Whatever is unusual is for the framework to answer or refuse. */
const isPlainRead = (request: IncomingMessage): boolean => {
  const { method, headers } = request
  if (method !== 'GET' && method !== 'HEAD') return false
  if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) return false
  return headers.host !== undefined && headers.expect === undefined && !hasSeveralHosts(request)
}

/**
 * Answers what is cached before the framework sees the request: its objects and hooks cost as much as the response.
 * An address is known here once the framework has answered it, with all its checks.
 */
export const answerCachedRequests = (server: Server, options: CachedRequests): void => {
  const { cache, clock, proxyLanguage, isDraining, watch, requestCounter, log } = options
  const isLogged = log?.level === 'debug' || log?.level === 'trace'

  const [answer] = server.listeners('request') as RequestListener[]
  if (!answer) throw new Error('The server does not take requests')
  server.removeListener('request', answer)
  server.on('request', (request, response) => {
    // Without a socket, an earlier response on this connection is not sent yet.
    const cached =
      response.socket && !isDraining() && isPlainRead(request)
        ? cache.findAlias(addressOf(request, proxyLanguage(request)))
        : undefined
    if (!cached) {
      answer.call(server, request, response)
      return
    }
    if (request.method === 'GET') cached.onRead?.()
    const { namedBy } = cached
    writeAnswer(cached.answer, request, response, namedBy && { namedBy, now: clock.now() })
    // What the system has taken is sent even if the program ends.
    if (!response.writableEnded || request.socket.writableLength > 0) watch(response)
    // Far less than the least bound that is measured.
    requestCounter.answered(cached.route, request.method!, response.statusCode, 0)
    if (isLogged) {
      const url = loggedUrl(request.url!, cached.route)
      log.debug({ method: request.method, url, status: response.statusCode }, 'answered from the cache')
    }
  })
}
