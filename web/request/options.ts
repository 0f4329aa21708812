import type { ErrorName } from '@lectern/contract/errors.ts'
import type { Query } from './encoding.ts'

export const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const
export type Method = (typeof methods)[number]

export interface RequestOptions {
  method?: Method
  /** The query: arrays become repeated keys; undefined and null are omitted. */
  params?: Query | undefined
  /**
   * The body. FormData, URLSearchParams and Blob are sent unchanged; anything else is encoded as `requestType` says.
   */
  data?: unknown
  requestType?: 'json' | 'form'
  headers?: HeadersInit | undefined
  /** Timeout in milliseconds for the whole exchange, the response body included. */
  timeout?: number | undefined
  /** GET only: a successful response is cached for `ttl` milliseconds, or until the next write. */
  useCache?: boolean
  ttl?: number
  signal?: AbortSignal | undefined
  /** No error is shown: the caller handles it. `inPlaceSignIn` can still be set. */
  skipErrorHandler?: boolean
  /** Errors that the caller shows itself; all others are shown as usual. */
  reportedByCaller?: readonly ErrorName[]
  /** Resolves to `{ data, response }`; the response's body has been read. */
  getResponse?: boolean
  /** For an open form: a lost session is renewed in place and the request repeated, so that nothing typed is lost. */
  inPlaceSignIn?: boolean
  /** A response without the envelope (such as a captive portal's page) is an error. */
  expectEnvelope?: boolean
}

/** A request in the pipeline. */
export interface Call extends RequestOptions {
  url: string
  method: Method
}
