import type { AnswerOf, Endpoint, ParamsOf, QueryOf } from '@lectern/contract/endpoint.ts'

/** The response is the same for everybody and cached until content changes. */
export interface PublicRules<E extends Endpoint> {
  /** Limits what is cached. */
  keepWhen?: (input: { query: QueryOf<E> }) => boolean
  /**
   * The answer changes only when somebody changes it, never by time alone, and its address never comes to lack one:
   * caches in front may show the last one while they ask for the next.
   */
  isSteady?: (answer: AnswerOf<E>) => boolean
  onRead?: (params: ParamsOf<E>) => void
}
