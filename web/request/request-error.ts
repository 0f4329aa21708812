import type { Failure } from '@lectern/contract/envelope.ts'

/** What every failed body is converted to. */
export interface ErrorInfo {
  success: boolean
  errorMessage?: string | undefined
  errorCode?: string | number | undefined
  showType?: number | undefined
}

/**
 * BizError: a body that says it failed. ResponseError: any other HTTP status than 2xx. ParseError: an answer that cannot be read.
 * The rest had no answer.
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
  /** The body of the answer. */
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

/** What the server says about a failure: its name in the catalogue, the problems of single fields. */
export const failureOf = (error: unknown): Partial<Failure> | undefined => {
  const body = error instanceof RequestError ? error.data : undefined
  return (body as { data?: Partial<Failure> | null } | null | undefined)?.data ?? undefined
}

/** What is wrong with single fields of a form; undefined when that is not the matter. */
export const problemsOf = (error: unknown): Failure['fields'] => failureOf(error)?.fields
