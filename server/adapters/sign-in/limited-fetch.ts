import { ProviderError } from './sign-in.ts'

/** Providers answer with a few kilobytes. */
const largestAnswer = 256 * 1024

/** Somebody waits for it. */
export const defaultAnswerMilliseconds = 8_000

const readLimited = async (response: Response): Promise<Buffer> => {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of response.body ?? []) {
    size += piece.byteLength
    // Ends the connection, too.
    if (size > largestAnswer) throw new ProviderError('invalid', `The answer is larger than ${largestAnswer} bytes`)
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

const failureOf = (error: unknown, signal: AbortSignal, answerMilliseconds: number): ProviderError => {
  if (error instanceof ProviderError) return error
  if (signal.aborted) return new ProviderError('slow', `No answer within ${answerMilliseconds / 1_000} seconds`)
  const { code } = ((error as Error).cause ?? error) as { code?: string }
  return new ProviderError('unreachable', code ?? (error as Error).message)
}

interface LimitedRequest {
  method?: string
  headers?: Record<string, string>
  body?: RequestInit['body']
}

export type LimitedFetch = (url: string | URL, request?: LimitedRequest) => Promise<Response>

/** Requests something of a provider: whole, within a time, of a limited size, and never from where it redirects to. */
export const createLimitedFetch =
  (answerMilliseconds: number): LimitedFetch =>
  async (url, { method = 'GET', headers = {}, body = null } = {}) => {
    const signal = AbortSignal.timeout(answerMilliseconds)
    try {
      const response = await fetch(url, { method, headers, body, signal, redirect: 'manual' })
      const bytes = await readLimited(response)
      const isEmpty = response.status === 204 || response.status === 304
      // Only what is read of it: the length and encoding of the original no longer fit.
      const type = response.headers.get('content-type')
      const wanted = response.headers.get('www-authenticate')
      return new Response(isEmpty ? null : new Uint8Array(bytes), {
        status: response.status,
        headers: { ...(type && { 'content-type': type }), ...(wanted && { 'www-authenticate': wanted }) },
      })
    } catch (error) {
      throw failureOf(error, signal, answerMilliseconds)
    }
  }

/** Unencrypted only on this machine: tickets and secrets travel with it. */
export const isSafeAddress = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || (protocol === 'http:' && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname))
