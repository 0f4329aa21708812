import type { ComponentType } from 'react'
import type { Client } from '../request/client.ts'
import { matchRoute, withoutBase, type Match } from './match.ts'
import type { PageModule, Route } from './route.ts'

/** Where the reader is: a path below the router base, and its query. */
export interface Place {
  pathname: string
  search: string
}

/** Has no route: what is outside of the router base is nowhere on this site. */
export const nowhere: Place = { pathname: '/404', search: '' }

/** What stands on the page: a page with its data, or why there is none. */
export type Shown =
  | { kind: 'page'; match: Match; Component: ComponentType; data: unknown }
  | { kind: 'missing'; Component: ComponentType }
  /** A personal page, before it is known whose. */
  | { kind: 'waiting'; match: Match }
  /** The signed-in person may not open it. */
  | { kind: 'closed'; match: Match }
  | { kind: 'failed'; error: unknown }

export interface RouterState {
  place: Place
  shown: Shown
  /** The page of another place is on its way. */
  pending: 'none' | 'same page' | 'other page'
}

interface RouterOptions {
  routes: readonly Route[]
  /** File of the page for addresses without a route. */
  missing: string
  base: string
  client: Client
  loadModule: (file: string) => Promise<PageModule>
  /** Whether a personal page may be opened; absent on the server, which does not know who asks. */
  admit?: (route: Route) => Promise<boolean>
  /** Hears why a page could not be had before that is shown, and may lead elsewhere. */
  onFailure?: (error: unknown, route: Pick<Route, 'personal'> | undefined) => Promise<void>
}

export interface Router {
  readonly state: RouterState
  /** What the document was rendered with. */
  readonly initial: RouterState
  readonly base: string
  /** The interface over HTTP, for parts of pages that call it by themselves. */
  readonly client: Client
  /** Whether a path below the base is one of the pages, and not a file or nothing. */
  hasPage(pathname: string): boolean
  subscribe(listener: () => void): () => void
  /** Shows a place; the address bar is the caller's business. False when a newer place was asked for meanwhile. */
  show(place: Place): Promise<boolean>
  /** Takes the address as the reader sees it for the place that is shown, without loading anything. */
  relocate(place: Place): void
  /** Loads what is shown again, in the language now spoken. */
  reload(): Promise<boolean>
}

/** Splits an address of this site; undefined when it lies outside of the router base. */
export const placeOf = (url: URL | Location, base: string): Place | undefined => {
  const pathname = withoutBase(url.pathname, base)
  return pathname === undefined ? undefined : { pathname, search: url.search }
}

type LoadOptions = Pick<RouterOptions, 'routes' | 'missing' | 'client' | 'loadModule' | 'admit'>

/** Code and data of a place. `data` given: the server has loaded it already. */
export const loadPlace = async (
  { routes, missing, client, loadModule, admit }: LoadOptions,
  place: Place,
  given?: { data: unknown },
): Promise<Shown> => {
  const match = matchRoute(routes, place.pathname)
  // The document that the server sends is the same for everybody.
  if (match?.route.personal && (given || !admit)) return { kind: 'waiting', match }
  if (match?.route.personal && !(await admit!(match.route))) return { kind: 'closed', match }
  const { default: Component, loader } = await loadModule(match?.route.file ?? missing)
  if (!match) return { kind: 'missing', Component }
  const data = given
    ? given.data
    : await loader?.({ params: match.params, query: new URLSearchParams(place.search), client })
  return { kind: 'page', match, Component, data }
}

export const createRouter = (options: RouterOptions, initial: Pick<RouterState, 'place' | 'shown'>): Router => {
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
    const shown = await loadPlace(options, place).catch(async (error: unknown): Promise<Shown> => {
      await options.onFailure?.(error, matchRoute(options.routes, place.pathname)?.route)
      return { kind: 'failed', error }
    })
    // A newer navigation replaces this one.
    if (turn !== newest) return false
    set({ place, shown, pending: 'none' })
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
      // The document was rendered for this very place: whoever shows it need not do so again.
      const isHere = place.pathname === state.place.pathname && place.search === state.place.search
      if (!isHere) set({ ...state, place })
    },
    reload: () => show(state.place),
  }
}
