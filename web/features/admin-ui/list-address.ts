import { go } from '../../router/history.ts'
import { useRouter, useRouterState } from '../../router/router-context.tsx'

/** The values of an address that a list understands; empty ones are left out. The server validates them. */
export const pickQuery = <Query extends object>(
  query: URLSearchParams,
  names: readonly (keyof Query & string)[],
): Query => Object.fromEntries(names.flatMap((name) => (query.get(name) ? [[name, query.get(name)]] : []))) as Query

/** An address with some values changed. A new filter starts at the first page. */
export const withChanges = (search: string, changes: Readonly<Record<string, string | number | undefined>>): string => {
  const query = new URLSearchParams(search)
  if (!('page' in changes)) query.delete('page')
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || value === '') query.delete(name)
    else query.set(name, String(value))
  }
  return query.size > 0 ? `?${query}` : ''
}

/** A place with what of an address a list was chosen by. */
export const addressWith = (path: string, query: URLSearchParams, names: readonly string[]): string => {
  const kept = new URLSearchParams([...query].filter(([name, value]) => value && names.includes(name)))
  return kept.size > 0 ? `${path}?${kept}` : path
}

/** These say how a page is shown, not what of a list. */
const looks = ['page', 'pageSize', 'sort', 'columns', 'view', 'edition', 'team', 'open', 'id', 'lang']

/** What a list is narrowed to: the names in its address that are filters. `kept` are those that choose the list itself. */
export const filtersIn = (query: URLSearchParams, kept: readonly string[] = []): string[] =>
  [...query.keys()].filter((name) => !looks.includes(name) && !kept.includes(name))

/** Search, filters, order and page of a list live in the address. */
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
