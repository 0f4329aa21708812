import type { MessageId } from '@lectern/messages/message-id.ts'
import type { Call } from './options.ts'
import type { ErrorInfo } from './request-error.ts'

/** Where failures become visible. On the server it does nothing. */
export interface Presenter {
  warning(text: string): void
  error(text: string, title?: string): void
  notification(title: string, description: string): void
  /** Goes to a path of this site. */
  redirect(path: string): void
  /** Goes to the login page. */
  signIn(): void
}

interface Exchange {
  url: string
  /** Absent when a middleware answered by itself. */
  response: Response | undefined
}

/** Reads a body as error info; undefined when it does not understand the body. */
export type ErrorAdaptor = (body: unknown, exchange: Exchange) => ErrorInfo | undefined

export interface RequestContext {
  call: Call
  response: Response | undefined
  /** What the caller will get: the body, or `{ data, response }` with `getResponse`. */
  result: unknown
}

export type Middleware = (context: RequestContext, next: () => Promise<void>) => Promise<void>
export type RequestInterceptor = (call: Call) => Call | Promise<Call>
export type ResponseInterceptor = (response: Response, call: Call) => Response | Promise<Response>

/** What the pipeline needs from the place it runs in: the browser, or one request on the server. */
export interface RequestHost {
  fetch: (url: string, init: RequestInit) => Promise<Response>
  locale: () => string
  translate: (key: MessageId, values?: Record<string, string>) => string
  presenter: Presenter
  errorAdaptor?: ErrorAdaptor
  middlewares?: readonly Middleware[]
  requestInterceptors?: readonly RequestInterceptor[]
  responseInterceptors?: readonly ResponseInterceptor[]
  errorPage?: string
  /** Asks for the password over the open page; true when signed in again. */
  signInInPlace?: () => Promise<boolean>
}
