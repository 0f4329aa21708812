import type { CurrentUser, readCurrentUser } from '@lectern/contract/accounts.ts'
import { reach, type Client } from '../request/client.ts'
import { saysNotSignedIn } from '../request/envelope-rules.ts'
import { RequestError } from '../request/request-error.ts'

const currentUser = reach<typeof readCurrentUser>('GET', '/api/user/currentUser')

export interface SessionState {
  user: CurrentUser | undefined
  /** Nobody knows yet who is signed in; so it is on the server, which renders for everybody. */
  loading: boolean
}

/** Who is signed in; kept outside of React so that the router can ask. */
export interface SessionStore {
  readonly state: SessionState
  subscribe(listener: () => void): () => void
  /** Asks who is signed in, once, but not while on the pages where people sign in. */
  begin(): void
  /** Resolves when it is known who is signed in. */
  known(): Promise<CurrentUser | undefined>
  /** Somebody has signed in or out, or changed something about himself. */
  set(user: CurrentUser | undefined): void
  /** Asks again. */
  refresh(): Promise<CurrentUser | undefined>
}

const isSignInPage = (pathname: string): boolean => /\/account\/(login|register)\/?$/i.test(pathname)

export const unknownSession: SessionState = { user: undefined, loading: true }

export const createSession = (client: Client): SessionStore => {
  const listeners = new Set<() => void>()
  let state = unknownSession
  let asking: Promise<CurrentUser | undefined> | undefined
  const set = (user: CurrentUser | undefined): void => {
    state = { user, loading: false }
    for (const listener of listeners) listener()
  }
  const refresh = async (): Promise<CurrentUser | undefined> => {
    // A failed answer says nothing about who is signed in: only being told so makes a visitor of anybody.
    const user = await client(currentUser).catch((error: unknown) =>
      error instanceof RequestError && saysNotSignedIn(error.data) ? undefined : state.user,
    )
    set(user)
    return user
  }
  const store: SessionStore = {
    get state() {
      return state
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    begin: () => {
      if (asking) return
      if (!isSignInPage(location.pathname)) asking = refresh()
      else if (state.loading) set(undefined)
    },
    known: async () => {
      await (asking ??= refresh())
      return state.user
    },
    set: (user) => {
      asking = Promise.resolve(user)
      set(user)
    },
    refresh,
  }
  return store
}
