import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from './public-addresses.ts'

/** Why an address that somebody has typed is not asked. */
type TargetFault = 'address' | 'privateAddress' | 'unknownHost'

/** Why a request has no answer. */
export type RequestFailure = Exclude<TargetFault, 'address'> | 'unreachable' | 'encryption' | 'timeout'

export class RequestError extends Error {
  readonly failure: RequestFailure

  constructor(failure: RequestFailure, options?: ErrorOptions) {
    super(failure, options)
    this.failure = failure
  }
}

/** Where this program sends requests that somebody else has chosen the address of. */
export interface OutgoingRules {
  /** Origins named by the operator: they may be private, and without encryption. */
  allowed: ReadonlySet<string>
  /** How names are looked up; absent: as all programs of the machine do. */
  resolve?: (host: string) => Promise<LookupAddress[]>
}

interface Answer {
  status: number
  /** The beginning of the answer. */
  text: string
  /** The header of this name, as it was sent. */
  retryAfter: string | undefined
}

const systemResolve = (host: string): Promise<LookupAddress[]> => lookup(host, { all: true, order: 'verbatim' })

/** Ports below this one are those of other protocols. */
const firstFreePort = 1024

/** The address, if requests may be sent to one of this form; undefined: no encryption, a password, or a port of another protocol. */
export const readTarget = (text: string, { allowed }: OutgoingRules): URL | undefined => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || url.username || url.password || url.hash) return undefined
  if (allowed.has(url.origin)) return url
  const isFree = url.port === '' || Number(url.port) >= firstFreePort
  return url.protocol === 'https:' && isFree ? url : undefined
}

/** The host without the brackets of IPv6. */
const hostOf = ({ hostname }: URL): string => hostname.replaceAll(/^\[|\]$/g, '')

/**
 * The addresses of a host, all of which must be public: one private address among public ones is how a name is bound
 * anew. Throws `RequestError`.
 */
export const resolveTarget = async (url: URL, rules: OutgoingRules): Promise<LookupAddress[]> => {
  const host = hostOf(url)
  const family = isIP(host)
  const addresses =
    family > 0
      ? [{ address: host, family }]
      : await (rules.resolve ?? systemResolve)(host).catch((cause: unknown) => {
          throw new RequestError('unknownHost', { cause })
        })
  if (addresses.length === 0) throw new RequestError('unknownHost')
  if (!rules.allowed.has(url.origin) && !addresses.every(({ address }) => isPublicAddress(address)))
    throw new RequestError('privateAddress')
  return addresses
}

/** Answers a look-up with what was checked: nobody looks the name up again. */
const pinnedTo =
  (addresses: LookupAddress[]): LookupFunction =>
  (_host, options, done) => {
    if (options.all) done(null, addresses)
    else done(null, addresses[0]!.address, addresses[0]!.family)
  }

const encryptionCodes = /CERT|TLS|SSL|SELF_SIGNED|ISSUER|EPROTO/

const failureOf = (error: unknown): RequestFailure => {
  if (error instanceof RequestError) return error.failure
  const { code = '' } = error as NodeJS.ErrnoException
  return encryptionCodes.test(code) ? 'encryption' : 'unreachable'
}

const bytesRead = 4_096

/** The beginning of an answer. Its status has arrived: what goes wrong from here on changes nothing. */
const readBeginning = async (response: http.IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      size += chunk.length
      if (size >= bytesRead) break
    }
  } catch {
    // Cut off, or too slow.
  }
  return Buffer.concat(chunks).subarray(0, bytesRead).toString('utf8')
}

interface Request {
  headers: Record<string, string>
  body: string
  /** For everything together: the name, the connection and the answer. */
  timeoutMilliseconds: number
  /** Ends the request early; then it throws the reason of the signal. */
  signal?: AbortSignal | undefined
}

const send = (
  url: URL,
  addresses: LookupAddress[],
  { headers, body, signal }: Request,
): Promise<http.IncomingMessage> =>
  new Promise((resolve, reject) => {
    const { request, Agent } = url.protocol === 'https:' ? https : http
    const outgoing = request(
      url,
      {
        method: 'POST',
        // Its own agent: that of the process may lead through a proxy, which would look the name up itself.
        agent: new Agent({ keepAlive: false }),
        lookup: pinnedTo(addresses),
        headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
        signal,
      },
      resolve,
    )
    outgoing.on('error', reject)
    outgoing.end(body)
  })

/** Rejects as soon as the signal is aborted. */
const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const end = (): void => reject(new RequestError('timeout'))
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
  })

/**
 * Sends one request to an address that somebody else has chosen: to exactly the addresses that were checked, without
 * following redirects. Throws `RequestError`.
 */
export const postTo = async (url: URL, rules: OutgoingRules, request: Request): Promise<Answer> => {
  const ending = new AbortController()
  const timer = setTimeout(() => ending.abort(), request.timeoutMilliseconds)
  const signal = AbortSignal.any([ending.signal, ...(request.signal ? [request.signal] : [])])
  const end = aborted(signal)
  // Nobody waits for it once there is an answer.
  end.catch(() => undefined)
  try {
    const addresses = await Promise.race([resolveTarget(url, rules), end])
    const response = await Promise.race([send(url, addresses, { ...request, signal }), end])
    const text = await readBeginning(response)
    return { status: response.statusCode!, text, retryAfter: response.headers['retry-after'] }
  } catch (error) {
    request.signal?.throwIfAborted()
    throw new RequestError(failureOf(error), { cause: error })
  } finally {
    clearTimeout(timer)
    ending.abort()
  }
}
