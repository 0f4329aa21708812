import type { NeededDuty } from '@lectern/contract/accounts/duty-values.ts'
import type { Place } from '@lectern/contract/settings/site.ts'
import type { ComponentType } from 'react'
import type { Client } from '../request/client.ts'
import { matchRoute, withoutBase, type Match } from './match.ts'
import type { PageModule, Route } from './route.ts'

/** The current content: a page with its data, or the reason why there is none. */
export type Shown =
  | { kind: 'page'; match: Match; Component: ComponentType; data: unknown }
  | { kind: 'missing'; Component: ComponentType }
  /** A personal page while the current user is loading. */
  | { kind: 'waiting'; match: Match }
  /** The user has no access. */
  | { kind: 'closed'; match: Match }
  | { kind: 'failed'; error: unknown }

export interface RouterState {
  place: Place
  screen: Shown
  /** Whether another place is loading. */
  pending: 'none' | 'same page' | 'other page'
}

interface RouterOptions {
  routes: readonly Route[]
  /** File of the not-found page. */
  missing: string
  base: string
  client: Client
  loadModule: (file: string) => Promise<PageModule>
  /** Whether a personal page may be opened; absent on the server, which does not know the user. */
  admit?: (route: Route) => Promise<boolean>
  /** Whether the reader holds one of these duties; absent: nobody is known, and nobody holds any. */
  covers?: (...duties: NeededDuty[]) => boolean
  /** Called with a load error before it is shown; may redirect. */
  onFailure?: (error: unknown, route: Pick<Route, 'personal'> | undefined) => Promise<void>
}

export interface Router {
  readonly state: RouterState
  /** The state that the document was rendered with. */
  readonly initial: RouterState
  readonly base: string
  /** API client for parts of pages that load data themselves. */
  readonly client: Client
  /** Whether a path (without the base) is a page, and not a file. */
  hasPage(pathname: string): boolean
  subscribe(listener: () => void): () => void
  /** Shows a place without changing the address bar. Resolves to false if a newer navigation replaced it. */
  show(place: Place): Promise<boolean>
  /** Sets the place without loading anything. */
  relocate(place: Place): void
  /** Loads the current place again, in the current language. */
  reload(): Promise<boolean>
}

/** Splits an address of this site; undefined if it is outside of the router base. */
export const placeOf = (url: URL | Location, base: string): Place | undefined => {
  const pathname = withoutBase(url.pathname, base)
  return pathname === undefined ? undefined : { pathname, search: url.search }
}

type LoadOptions = Pick<RouterOptions, 'routes' | 'missing' | 'client' | 'loadModule' | 'admit' | 'covers'>

/** Loads code and data of a place. With `data` given, the server has loaded it already. */
export const loadPlace = async (
  { routes, missing, client, loadModule, admit, covers = () => false }: LoadOptions,
  place: Place,
  initial?: { data: unknown },
): Promise<Shown> => {
  const match = matchRoute(routes, place.pathname)
  // The document of the server is the same for everybody.
  if (match?.route.personal && (initial || !admit)) return { kind: 'waiting', match }
  if (match?.route.personal && !(await admit!(match.route))) return { kind: 'closed', match }
  const { default: Component, loader } = await loadModule(match?.route.file ?? missing)
  if (!match) return { kind: 'missing', Component }
  const data = initial
    ? initial.data
    : await loader?.({ params: match.params, query: new URLSearchParams(place.search), client, covers })
  return { kind: 'page', match, Component, data }
}

export const createRouter = (options: RouterOptions, initial: Pick<RouterState, 'place' | 'screen'>): Router => {
  const listeners = new Set<() => void>()
  const first: RouterState = { ...initial, pending: 'none' }
  let state = first
  let newest = 0
  const set = (next: RouterState): void => {
    state = next
    for (const listener of listeners) listener()
  }
  const show = async (place: Place): Promise<boolean> => {
    newest += 1
    const turn = newest
    const isSame = place.pathname.toLowerCase() === state.place.pathname.toLowerCase()
    set({ ...state, place, pending: isSame ? 'same page' : 'other page' })
    const screen = await loadPlace(options, place).catch(async (error: unknown): Promise<Shown> => {
      await options.onFailure?.(error, matchRoute(options.routes, place.pathname)?.route)
      return { kind: 'failed', error }
    })
    // A newer navigation replaces this one.
    if (turn !== newest) return false
    set({ place, screen, pending: 'none' })
    return true
  }
  return {
    base: options.base,
    client: options.client,
    hasPage: (pathname) => matchRoute(options.routes, pathname) !== undefined,
    initial: first,
    get state() {
      return state
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    show,
    relocate: (place) => {
      // Usually the document was rendered for this place: avoid a useless update.
      const isHere = place.pathname === state.place.pathname && place.search === state.place.search
      if (!isHere) set({ ...state, place })
    },
    reload: () => show(state.place),
  }
}
