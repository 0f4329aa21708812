import type * as contract from '@lectern/contract/accounts.ts'
import type { CurrentUser } from '@lectern/contract/accounts.ts'
import { endpoint, type Client } from '../request/client.ts'
import { isSignedOut } from '../request/envelope-rules.ts'
import { RequestError } from '../request/request-error.ts'

const readCurrentUser = endpoint<typeof contract.readCurrentUser>('GET', '/api/user/currentUser')

export interface SessionState {
  user: CurrentUser | undefined
  /** Not known yet who is signed in; always so on the server, which renders for everybody. */
  loading: boolean
}

/** Who is signed in; kept outside of React so that the router can ask. */
export interface SessionStore {
  readonly state: SessionState
  subscribe(listener: () => void): () => void
  /** Asks who is signed in, once, but not while on the pages where people sign in. */
  begin(): void
  /** Resolves when it is known who is signed in; rejects when it cannot be known now. */
  known(): Promise<CurrentUser | undefined>
  /** Somebody has signed in or out, or changed their profile. */
  set(user: CurrentUser | undefined): void
  /** Requests the session again; it is kept if there is no answer. */
  refresh(): Promise<CurrentUser | undefined>
}

const isSignInPage = (pathname: string): boolean => /\/account\/(login|register)\/?$/i.test(pathname)

export const unknownSession: SessionState = { user: undefined, loading: true }

export const createSession = (client: Client): SessionStore => {
  const listeners = new Set<() => void>()
  let state = unknownSession
  let hasBegun = false
  let asking: Promise<void> | undefined
  // The newest answer counts: an older one must not sign out somebody who has signed in meanwhile.
  let newest = 0
  const become = (user: CurrentUser | undefined): void => {
    newest += 1
    state = { user, loading: false }
    for (const listener of listeners) listener()
  }
  const ask = async (isNotified: boolean): Promise<void> => {
    newest += 1
    const attempt = newest
    try {
      const user = await client(readCurrentUser, {}, { skipErrorHandler: !isNotified })
      if (attempt === newest) become(user)
    } catch (error) {
      // A failed request says nothing about the session: only an explicit answer signs somebody out.
      const isVisitor = error instanceof RequestError && isSignedOut(error.data)
      if (attempt === newest) become(isVisitor ? undefined : state.user)
      if (!isVisitor) throw error
    }
  }
  const answered = async (isNotified: boolean): Promise<CurrentUser | undefined> => {
    const question = (asking ??= ask(isNotified))
    try {
      await question
    } catch (error) {
      if (asking === question) asking = undefined
      throw error
    }
    return state.user
  }
  return {
    get state() {
      return state
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    begin: () => {
      if (hasBegun) return
      if (isSignInPage(location.pathname)) {
        if (state.loading) become(undefined)
        return
      }
      hasBegun = true
      // Runs in the background; a failure is shown over the page.
      answered(true).catch(() => undefined)
    },
    // Callers that need the session show the failure themselves.
    known: () => answered(false),
    set: (user) => {
      hasBegun = true
      asking = Promise.resolve()
      become(user)
    },
    refresh: async () => {
      await ask(true).catch(() => undefined)
      return state.user
    },
  }
}
