import { RequestError } from '../request/request-error.ts'

/** The HTTP status that fits what kept a page from being shown. */
export const failureStatus = (error: unknown): number => {
  if (!(error instanceof RequestError)) return 500
  const status = error.response?.status ?? 503
  // An address with an id that cannot be one is, to a reader, the address of nothing.
  return status === 422 ? 404 : status
}
