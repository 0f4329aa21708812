import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { catalogue } from '@lectern/contract/errors.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import { fail } from '../failure.ts'
import { defaultLargestBody } from './body-limits.ts'
import { failureEnvelope } from './failures.ts'
import { localeOfCall } from './locale.ts'
import type { RefusalLog } from './refusal-log.ts'

/** Refusals that are sent per turn of the event loop. */
const perTurn = 4

/** Bodies of refused requests that are read to their end, per second. */
const readToEndPerSecond = 10
const readToEndMilliseconds = 20_000

/** The others stay open, unread, until the client has read the response. */
const lingerMilliseconds = 2_000
const maxLingering = 1_000

interface LargerLimit {
  methods: string[]
  path: RegExp
  bytes: number
}

/** The max body size of every route, found without routing. */
export class RouteLimits {
  readonly #larger: LargerLimit[] = []

  add(method: string | string[], url: string, bytes: number): void {
    if (bytes <= defaultLargestBody) return
    const pattern = url
      .replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&')
      .replaceAll(/:\w+/g, '[^/]+')
      .replaceAll('*', '.*')
    this.#larger.push({ methods: [method].flat(), path: new RegExp(`^${pattern}(?:\\?|$)`, 'i'), bytes })
  }

  limitOf(method: string, url: string): number {
    // Routing decodes an address first.
    if (url.split('?', 1)[0]!.includes('%')) return Infinity
    return (
      this.#larger.find(({ methods, path }) => methods.includes(method) && path.test(url))?.bytes ?? defaultLargestBody
    )
  }
}

interface Refused {
  request: IncomingMessage
  requestId: string
  limit: number
}

interface Refusals {
  limits: RouteLimits
  headers: Record<string, string>
  log: RefusalLog
  onRefuse: (request: IncomingMessage, requestId: string) => void
}

/**
 * Refuses requests that announce a larger body than their route accepts, before the framework sees them: in a flood
 * each costs a small part of what routing, hooks and a log line would. Must be called before the server listens.
 */
export const refuseLargeBodies = (server: Server, { limits, headers, log, onRefuse }: Refusals): void => {
  const ready = new Map<string, { before: string; between: string; after: string }>()

  /** All bytes of the response but the request id. */
  const responseFor = (locale: Locale, limit: number) => {
    const key = `${locale} ${limit}`
    const answer = ready.get(key)
    if (answer) return answer
    const failure = fail('request.tooLarge', { limitKb: limit / 1024 })
    const id = randomUUID()
    const body = JSON.stringify(failureEnvelope(failure, locale, id))
    const lines = Object.entries({
      ...headers,
      'x-request-id': id,
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    }).map(([name, value]) => `${name}: ${value}\r\n`)
    const status = `HTTP/1.1 ${catalogue['request.tooLarge'].status} Payload Too Large\r\n`
    const [before = '', between = '', after = ''] = `${status}${lines.join('')}\r\n${body}`.split(id)
    const parts = { before, between, after }
    ready.set(key, parts)
    return parts
  }

  let second = 0
  let readToEnd = 0
  const mayReadToEnd = (): boolean => {
    const now = Math.floor(performance.now() / 1_000)
    if (now !== second) readToEnd = 0
    second = now
    readToEnd += 1
    return readToEnd <= readToEndPerSecond
  }

  let lingering = 0
  const closeAfter = (socket: Socket, milliseconds: number): void => {
    lingering += 1
    const timer = setTimeout(() => socket.destroy(), milliseconds).unref()
    socket.once('close', () => {
      lingering -= 1
      clearTimeout(timer)
    })
  }

  const refuse = ({ request, requestId, limit }: Refused): void => {
    const { socket } = request
    if (!socket.writable) return
    const { before, between, after } = responseFor(localeOfCall(request.headers), limit)
    const response = before + requestId + between + requestId + after
    if (mayReadToEnd()) {
      // Many clients read the response only after they have sent everything.
      socket.end(response)
      closeAfter(socket, readToEndMilliseconds)
      request.once('end', () => socket.destroy()).resume()
    } else if (lingering < maxLingering) {
      // Reading would cost more than all else. If the connection were closed at once, a client that still sends would
      // lose the response.
      socket.end(response)
      closeAfter(socket, lingerMilliseconds)
    } else socket.write(response, () => socket.destroy())
  }

  const waiting: Refused[] = []
  const takeTurn = (): void => {
    for (const refused of waiting.splice(0, perTurn)) refuse(refused)
    if (waiting.length > 0) setImmediate(takeTurn)
  }

  const isRefused = (request: IncomingMessage, response: ServerResponse): boolean => {
    const { method = '', url = '' } = request
    const bytes = Number(request.headers['content-length'] ?? 0)
    // Without a socket, an earlier response on this connection is not sent yet.
    if (bytes <= defaultLargestBody || method === 'GET' || method === 'HEAD' || !response.socket) return false
    const limit = limits.limitOf(method, url)
    if (bytes <= limit) return false
    log.count('request.tooLarge')
    const requestId = randomUUID()
    onRefuse(request, requestId)
    waiting.push({ request, requestId, limit })
    if (waiting.length === 1) setImmediate(takeTurn)
    return true
  }

  const [answer] = server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[]
  if (!answer) throw new Error('The server does not take requests')
  server.removeListener('request', answer)
  server.on('request', (request, response) => {
    if (!isRefused(request, response)) answer.call(server, request, response)
  })
  server.on('checkContinue', (request, response) => {
    if (isRefused(request, response)) return
    response.writeContinue()
    answer.call(server, request, response)
  })
}
