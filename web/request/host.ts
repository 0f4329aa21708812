import type { Locale } from '@lectern/contract/locales.ts'
import type { MessageId } from '@lectern/messages/message-id.ts'
import type { Call } from './options.ts'
import type { ErrorInfo } from './request-error.ts'

/** Presents failures to the user. */
export interface Presenter {
  warning(text: string): void
  error(text: string, title?: string): void
  notification(title: string, description: string): void
  /** Opens a path of this site. */
  redirect(path: string): void
  /** Opens the login page. */
  signIn(): void
}

interface Exchange {
  url: string
  /** Absent if a middleware responded itself. */
  response: Response | undefined
}

/** Converts a body to error info; undefined if it does not recognise the body. */
export type ErrorAdaptor = (body: unknown, exchange: Exchange) => ErrorInfo | undefined

export interface RequestContext {
  call: Call
  response: Response | undefined
  /** The result for the caller: the body, or `{ data, response }` with `getResponse`. */
  result: unknown
}

export type Middleware = (context: RequestContext, next: () => Promise<void>) => Promise<void>
export type RequestInterceptor = (call: Call) => Call | Promise<Call>
export type ResponseInterceptor = (response: Response, call: Call) => Response | Promise<Response>

/** The environment of the pipeline: a browser, or a test. */
export interface RequestHost {
  fetch: (url: string, init: RequestInit) => Promise<Response>
  locale: () => Locale
  translate: (key: MessageId, values?: Record<string, string>) => string
  presenter: Presenter
  errorAdaptor?: ErrorAdaptor
  middlewares?: readonly Middleware[]
  requestInterceptors?: readonly RequestInterceptor[]
  responseInterceptors?: readonly ResponseInterceptor[]
  errorPage?: string
  /** Shows a sign-in dialog over the open page; true if the user has signed in again. */
  signInInPlace?: () => Promise<boolean>
}
