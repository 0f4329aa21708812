import { go } from '../../router/history.ts'
import { useRouter, useRouterState } from '../../router/router-context.tsx'

/** The query parameters of a list; empty ones are left out. The server validates them. */
export const pickQuery = <Query extends object>(
  query: URLSearchParams,
  names: readonly (keyof Query & string)[],
): Query => Object.fromEntries(names.flatMap((name) => (query.get(name) ? [[name, query.get(name)]] : []))) as Query

/** The query with some values changed. A new filter resets the page. */
export const withChanges = (search: string, changes: Readonly<Record<string, string | number | undefined>>): string => {
  const query = new URLSearchParams(search)
  if (!('page' in changes)) query.delete('page')
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || value === '') query.delete(name)
    else query.set(name, String(value))
  }
  return query.size > 0 ? `?${query}` : ''
}

/** A path with those parameters of an address that a list uses. */
export const addressWith = (path: string, query: URLSearchParams, names: readonly string[]): string => {
  const parameters = new URLSearchParams([...query].filter(([name, value]) => value && names.includes(name)))
  return parameters.size > 0 ? `${path}?${parameters}` : path
}

/** Parameters of the presentation, not of the content. */
const looks = ['page', 'pageSize', 'sort', 'columns', 'view', 'edition', 'team', 'open', 'id', 'lang']

/** Names of the filters in the query. `kept` are parameters that select the list itself. */
export const filtersIn = (query: URLSearchParams, others: readonly string[] = []): string[] =>
  [...query.keys()].filter((name) => !looks.includes(name) && !others.includes(name))

/** Search, filters, sort order and page of a list, stored in the address. */
export const useListAddress = () => {
  const router = useRouter()
  const { place, pending } = useRouterState()
  return {
    query: new URLSearchParams(place.search),
    busy: pending === 'same page',
    change: (changes: Readonly<Record<string, string | number | undefined>>): void =>
      void go(router, place.pathname + withChanges(place.search, changes), { keepScroll: true }),
  }
}
