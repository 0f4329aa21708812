import { readCurrentUser, type CurrentUser } from '@lectern/contract/accounts/accounts.ts'
import type { Client } from '../request/client.ts'
import { isSignedOut } from '../request/envelope-rules.ts'
import { RequestError } from '../request/request-error.ts'

export interface SessionState {
  user: CurrentUser | undefined
  /** The user is not known yet; always the case on the server, which renders the same for everybody. */
  loading: boolean
}

/** The current user; outside of React, so that the router can use it. */
export interface SessionStore {
  readonly state: SessionState
  subscribe(listener: () => void): () => void
  /** Requests the current user once, except on sign-in pages. */
  begin(): void
  /** Resolves when the current user is known; rejects if the request fails. */
  known(): Promise<CurrentUser | undefined>
  /** Called after signing in or out, or after a change of the profile. */
  set(user: CurrentUser | undefined): void
  /** Requests the session again; it is kept if there is no response. */
  refresh(): Promise<CurrentUser | undefined>
}

const isSignInPage = (pathname: string): boolean => /\/account\/(login|register)\/?$/i.test(pathname)

export const unknownSession: SessionState = { user: undefined, loading: true }

export const createSession = (client: Client): SessionStore => {
  const listeners = new Set<() => void>()
  let state = unknownSession
  let hasBegun = false
  /** The page that shows why the request failed: asking again behind it would show the failure twice. */
  let failedAt: string | undefined
  let asking: Promise<void> | undefined
  // Only the newest response counts: an older one must not sign out a user who has signed in since.
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
      // A failed request says nothing about the session: only an explicit response signs the user out.
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
      if (hasBegun || location.pathname === failedAt) return
      if (isSignInPage(location.pathname)) {
        if (state.loading) become(undefined)
        return
      }
      hasBegun = true
      // Runs in the background; a failure is shown as a toast.
      answered(true).catch(() => undefined)
    },
    // Callers that need the session show the failure themselves.
    known: async () => {
      try {
        return await answered(false)
      } catch (error) {
        failedAt = location.pathname
        throw error
      }
    },
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
