import type { BodyInputOf, Endpoint, ParamsOf, QueryInputOf } from '@lectern/contract/endpoint.ts'

type Part<Name extends string, Value> = [Value] extends [undefined]
  ? { [Key in Name]?: never }
  : Partial<Value> extends Value
    ? { [Key in Name]?: Value }
    : { [Key in Name]: Value }

/** In an address every parameter is text. */
type Params<E extends Endpoint> = [ParamsOf<E>] extends [undefined] ? undefined : Record<keyof ParamsOf<E>, string>

type RequestTo<E extends Endpoint> = Part<'params', Params<E>> &
  Part<'query', QueryInputOf<E>> &
  Part<'body', BodyInputOf<E>> & { headers?: Record<string, string> }

/** What must be sent to an endpoint, besides who sends it. */
export type RequestArguments<E extends Endpoint> =
  Partial<RequestTo<E>> extends RequestTo<E> ? [request?: RequestTo<E>] : [request: RequestTo<E>]

interface AnyRequest {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
  headers?: Record<string, string>
}

const searchOf = (query: Record<string, unknown> = {}): string => {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) search.append(name, String(one))
  return search.size > 0 ? `?${search}` : ''
}

/** A request to an endpoint as it goes over the wire. */
export const writeRequest = <E extends Endpoint>({ method, path }: E, ...[request]: RequestArguments<E>) => {
  const { params = {}, query, body, headers = {} } = (request ?? {}) as AnyRequest
  const address = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  return { method, path: address + searchOf(query), body, headers }
}
