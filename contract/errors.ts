import { noSession } from './answer-codes.ts'

/** How the browser presents a failure. */
export const showTypes = { silent: 0, warning: 1, error: 2, notification: 4, page: 9 } as const

type ParameterKind = 'string' | 'number'

interface CatalogueEntry {
  code: number
  /** HTTP status of the answer. */
  status: number
  showType: (typeof showTypes)[keyof typeof showTypes]
  /** Values that the message may name; typed where the error is raised. */
  params: Readonly<Record<string, ParameterKind>>
}

/**
 * Every error the server can answer with. The message of each is `error.<name>` in every language.
 * Numbers are given once and never reused; 401 and 4002 are fixed by what browsers already understand.
 */
export const catalogue = {
  'session.required': { code: 401, status: 401, showType: showTypes.silent, params: {} },
  'session.none': { code: noSession, status: 200, showType: showTypes.silent, params: {} },

  'request.invalid': { code: 10001, status: 422, showType: showTypes.silent, params: {} },
  'request.malformed': { code: 10002, status: 400, showType: showTypes.error, params: {} },
  'request.unsupportedType': { code: 10003, status: 415, showType: showTypes.error, params: {} },
  'request.tooLarge': { code: 10004, status: 413, showType: showTypes.error, params: { limitKb: 'number' } },
  'request.headersTooLarge': { code: 10005, status: 431, showType: showTypes.error, params: {} },
  'request.tooSlow': { code: 10006, status: 408, showType: showTypes.error, params: {} },
  'request.foreignOrigin': { code: 10007, status: 403, showType: showTypes.error, params: {} },
  'request.tooMany': { code: 10008, status: 429, showType: showTypes.warning, params: { seconds: 'number' } },

  'resource.notFound': { code: 10101, status: 404, showType: showTypes.error, params: {} },

  'server.failed': { code: 10201, status: 500, showType: showTypes.error, params: { requestId: 'string' } },
  'server.busy': { code: 10202, status: 503, showType: showTypes.warning, params: {} },
  'server.databaseAway': { code: 10203, status: 503, showType: showTypes.error, params: {} },
  'server.diskFull': { code: 10204, status: 507, showType: showTypes.error, params: {} },

  'news.notFound': { code: 20101, status: 404, showType: showTypes.error, params: {} },
} as const satisfies Record<string, CatalogueEntry>

export type ErrorName = keyof typeof catalogue

type Value<Kind> = Kind extends 'number' ? number : string

export type ErrorParams<Name extends ErrorName> = {
  [Key in keyof (typeof catalogue)[Name]['params']]: Value<(typeof catalogue)[Name]['params'][Key]>
}
