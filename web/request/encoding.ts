type QueryValue = string | number | boolean | null | undefined
export type Query = Readonly<Record<string, QueryValue | readonly QueryValue[]>>

export const searchOf = (query: Query): URLSearchParams => {
  const search = new URLSearchParams()
  for (const [key, values] of Object.entries(query)) {
    for (const value of [values].flat()) {
      if (value !== undefined && value !== null) search.append(key, String(value))
    }
  }
  return search
}

export const withQuery = (url: string, query: Query = {}): string => {
  const search = searchOf(query).toString()
  return search ? `${url}${url.includes('?') ? '&' : '?'}${search}` : url
}

interface EncodedBody {
  body?: BodyInit
  /** Absent if fetch derives the type from the body. */
  contentType?: string
}

export const encodeBody = (data: unknown, requestType: 'json' | 'form' = 'json'): EncodedBody => {
  if (data === undefined) return {}
  if (data instanceof FormData || data instanceof URLSearchParams || data instanceof Blob) return { body: data }
  if (requestType === 'form') return { body: searchOf(data as Query) }
  return { body: JSON.stringify(data), contentType: 'application/json' }
}
