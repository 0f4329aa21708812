import type { AnswerOf, BodyInputOf, Endpoint, ParamsOf, QueryInputOf } from '@lectern/contract/endpoint.ts'
import type { Envelope } from '@lectern/contract/envelope.ts'
import type { Query } from './encoding.ts'
import type { RequestOptions } from './options.ts'
import type { Request } from './request.ts'

type Absent<Name extends string> = { [Key in Name]?: never }
type Present<Name extends string, Value> = { [Key in Name]: Value }

/** Query parameters are always strings. */
type Params<E extends Endpoint> = [ParamsOf<E>] extends [undefined]
  ? Absent<'params'>
  : Present<'params', Record<keyof ParamsOf<E>, string>>

type QueryPart<E extends Endpoint> = [QueryInputOf<E>] extends [undefined]
  ? Absent<'query'>
  : Partial<QueryInputOf<E>> extends QueryInputOf<E>
    ? Partial<Present<'query', QueryInputOf<E>>>
    : Present<'query', QueryInputOf<E>>

type Body<E extends Endpoint> = [BodyInputOf<E>] extends [undefined] ? Absent<'body'> : Present<'body', BodyInputOf<E>>

type CallInput<E extends Endpoint> = Params<E> & QueryPart<E> & Body<E>

interface CallOptions extends Pick<
  RequestOptions,
  'headers' | 'timeout' | 'useCache' | 'ttl' | 'signal' | 'skipErrorHandler' | 'reportedByCaller' | 'inPlaceSignIn'
> {
  /** A file as the body; the contract describes JSON bodies only. */
  file?: Blob
}

type Arguments<E extends Endpoint> =
  Partial<CallInput<E>> extends CallInput<E>
    ? [input?: CallInput<E>, options?: CallOptions]
    : [input: CallInput<E>, options?: CallOptions]

export type Client = <E extends Endpoint>(endpoint: E, ...input: Arguments<E>) => Promise<AnswerOf<E>>

export interface AnyInput {
  params?: Record<string, string>
  query?: Query
  body?: unknown
}

const addressOf = (path: string, params: Record<string, string> = {}): string =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))

/** Default timeout; slow requests set their own. */
const defaultTimeout = 30_000

/** Calls endpoints of the contract; resolves to the data inside the envelope. */
export const createClient =
  (request: Request): Client =>
  async (called, input?, callOptions?) => {
    const { params, query, body } = (input ?? {}) as AnyInput
    const { file, ...options }: CallOptions = callOptions ?? {}
    const envelope = await request<Envelope<AnswerOf<typeof called>>>(addressOf(called.path, params), {
      timeout: defaultTimeout,
      ...options,
      method: called.method,
      params: query,
      data: file ?? body,
      expectEnvelope: true,
    })
    return envelope.data
  }
