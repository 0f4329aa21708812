import type { Locale } from '@lectern/contract/locales.ts'
import { createAnswerCache } from './answer-cache.ts'
import { encodeBody, withQuery } from './encoding.ts'
import { adaptEnvelope, isAnswer, isEnvelope, rejectsSession } from './envelope-rules.ts'
import type { RequestContext, RequestHost } from './host.ts'
import { describeStatus } from './http-status.ts'
import { type Call, type Method, methods, type RequestOptions } from './options.ts'
import { needsSignIn, presentFailure } from './presentation.ts'
import { RequestError } from './request-error.ts'
import { type Answer, exchange } from './transport.ts'

interface WithResponse<Data> {
  data: Data
  response: Response
}

interface Send {
  <Data = unknown>(url: string, options: RequestOptions & { getResponse: true }): Promise<WithResponse<Data>>
  <Data = unknown>(url: string, options?: RequestOptions): Promise<Data>
}

interface SendByOptions {
  <Data = unknown>(options: RequestOptions & { url: string; getResponse: true }): Promise<WithResponse<Data>>
  <Data = unknown>(options: RequestOptions & { url: string }): Promise<Data>
}

export type Request = Send & SendByOptions & Record<Lowercase<Method>, Send>

const outgoing = (call: Call, locale: Locale) => {
  const headers = new Headers(call.headers)
  const { body, contentType } = encodeBody(call.data, call.requestType)
  const defaults = { accept: 'application/json', 'accept-language': locale, 'content-type': contentType }
  for (const [name, value] of Object.entries(defaults)) {
    if (value && !headers.has(name)) headers.set(name, value)
  }
  return { url: withQuery(call.url, call.params), init: { method: call.method, headers, ...(body && { body }) } }
}

/** Parses the body if its type is JSON; otherwise, or if it is invalid, returns the text. */
const parse = ({ response, text }: Answer): { body: unknown; readable: boolean } => {
  if (!response.headers.get('content-type')?.includes('json')) return { body: text || undefined, readable: true }
  try {
    return { body: text ? JSON.parse(text) : undefined, readable: true }
  } catch {
    return { body: text, readable: false }
  }
}

/** The cache belongs to one user and one language. */
export const createRequest = (host: RequestHost): Request => {
  const { translate, errorAdaptor = adaptEnvelope, middlewares = [], requestInterceptors = [] } = host
  const cache = createAnswerCache()

  const describe = ({ status, statusText }: Response): string => {
    const description = describeStatus(status, statusText)
    // HTTP/2 has no status text.
    return 'key' in description ? translate(description.key) : description.text || translate('request.failed')
  }

  /** Throws the error that the status or the body describes. */
  const check = (url: string, response: Response | undefined, data: unknown): void => {
    const info = data === undefined ? undefined : errorAdaptor(data, { url, response })
    const failed = response !== undefined && !response.ok
    if (info?.success === false || (isEnvelope(data) && rejectsSession(data, url, response?.status))) {
      const message = info?.errorMessage || translate('request.failed')
      const details = { url, response, data, info: { ...info, success: false } }
      throw new RequestError(failed ? 'ResponseError' : 'BizError', message, details)
    }
    if (failed) throw new RequestError('ResponseError', describe(response), { url, response, data })
  }

  const attempt = async (initial: Call): Promise<unknown> => {
    let final = initial
    for (const intercept of requestInterceptors) final = await intercept(final)
    const context: RequestContext = { call: final, response: undefined, result: undefined }
    let keep: (() => void) | undefined

    const send = async (): Promise<void> => {
      const { call } = context
      const { url, init } = outgoing(call, host.locale())
      const key = call.useCache && call.method === 'GET' ? JSON.stringify([url, ...init.headers]) : undefined
      let answer = key === undefined ? undefined : cache.find(key)
      if (!answer) {
        const store = key === undefined ? undefined : cache.reserve(key, call.ttl)
        try {
          answer = await exchange(host, call, url, init)
        } finally {
          // A write may change any cached response, even if its own response was lost.
          if (!['GET', 'HEAD', 'OPTIONS'].includes(call.method)) cache.clear()
        }
        const fresh = answer
        keep = store && (() => store(fresh))
      }
      const { response } = answer
      const { body, readable } = parse(answer)
      if (!response.ok) check(call.url, response, body)
      if (!readable || (call.expectEnvelope && !isAnswer(body))) {
        throw new RequestError('ParseError', translate('request.retry'), { url: call.url, response, data: body })
      }
      context.response = response
      context.result = call.getResponse ? { data: body, response } : body
    }

    const run = async (position: number): Promise<void> => {
      const middleware = middlewares[position]
      return middleware ? middleware(context, () => run(position + 1)) : send()
    }
    await run(0)

    const { result, response } = context
    const body = context.call.getResponse ? (result as { data?: unknown } | undefined)?.data : result
    check(context.call.url, response, body)
    keep?.()
    return result
  }

  const perform = async (call: Call, repeated = false): Promise<unknown> => {
    try {
      return await attempt(call)
    } catch (error) {
      if (!repeated && call.inPlaceSignIn && host.signInInPlace && needsSignIn(error)) {
        if (await host.signInInPlace()) return perform(call, true)
      } else if (!call.skipErrorHandler) {
        presentFailure(host, call, error)
      }
      throw error
    }
  }

  const request = (target: string | (RequestOptions & { url: string }), options?: RequestOptions) =>
    perform({ method: 'GET', ...options, ...(typeof target === 'string' ? { url: target } : target) })
  const shorthands = methods.map((method) => [
    method.toLowerCase(),
    (url: string, options?: RequestOptions) => perform({ ...options, url, method }),
  ])
  return Object.assign(request, Object.fromEntries(shorthands)) as Request
}
