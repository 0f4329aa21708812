import type { RequestHost } from './host.ts'
import type { Call } from './options.ts'
import { RequestError } from './request-error.ts'

/** A response as text, so that every reader of the cache parses its own copy. */
export interface Answer {
  response: Response
  text: string
}

/** Fetches and reads the whole body, until the timeout or the caller's signal. */
export const exchange = async (host: RequestHost, call: Call, url: string, init: RequestInit): Promise<Answer> => {
  const { signal, timeout } = call
  // Destructured, because the browser's fetch must not be called as a method of another object.
  const { fetch, translate, responseInterceptors = [] } = host
  const controller = new AbortController()
  const abort = () => controller.abort()
  let timedOut = false
  const timer =
    timeout &&
    setTimeout(() => {
      timedOut = true
      abort()
    }, timeout)
  signal?.addEventListener('abort', abort)
  if (signal?.aborted) abort()

  const refuse = (cause: unknown): never => {
    const details = { url: call.url, cause }
    if (signal?.aborted) throw new RequestError('AbortError', translate('request.aborted'), details)
    if (timedOut) throw new RequestError('TimeoutError', translate('request.timedOut'), details)
    throw new RequestError('NetworkError', translate('request.networkFailed'), details)
  }

  try {
    let response = await fetch(url, { ...init, signal: controller.signal }).catch(refuse)
    for (const intercept of responseInterceptors) response = await intercept(response, call)
    return { response, text: await response.text().catch(refuse) }
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
}
