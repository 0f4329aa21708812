import type { Failure } from '@lectern/contract/envelope.ts'

/** The common form of all error bodies. */
export interface ErrorInfo {
  success: boolean
  errorMessage?: string | undefined
  errorCode?: string | number | undefined
  showType?: number | undefined
}

/**
 * BizError: a response body with an error. ResponseError: an HTTP status other than 2xx. ParseError: an unreadable
 * response.
 * The others had no response.
 */
type RequestErrorName = 'BizError' | 'ResponseError' | 'ParseError' | 'NetworkError' | 'TimeoutError' | 'AbortError'

interface RequestErrorDetails {
  url: string
  response?: Response | undefined
  data?: unknown
  info?: ErrorInfo | undefined
  cause?: unknown
}

export class RequestError extends Error {
  override readonly name: RequestErrorName
  readonly url: string
  readonly response: Response | undefined
  /** The response body. */
  readonly data: unknown
  readonly info: ErrorInfo | undefined

  constructor(name: RequestErrorName, message: string, { url, response, data, info, cause }: RequestErrorDetails) {
    super(message, { cause })
    this.name = name
    this.url = url
    this.response = response
    this.data = data
    this.info = info
  }
}

/** The error data of the server: name of the catalogue, problems of fields. */
export const failureOf = (error: unknown): Partial<Failure> | undefined => {
  const body = error instanceof RequestError ? error.data : undefined
  return (body as { data?: Partial<Failure> | null } | null | undefined)?.data ?? undefined
}

/** Problems of single fields; undefined if the error is not about fields. */
export const problemsOf = (error: unknown): Failure['fields'] => failureOf(error)?.fields
