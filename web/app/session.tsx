import { createContext, use, useEffect, useMemo, useSyncExternalStore, type ReactNode } from 'react'
import { accessOf, type Access } from './access.ts'
import { unknownSession, type SessionState, type SessionStore } from './session-store.ts'

interface Session extends SessionState {
  access: Access
}

const SessionContext = createContext<Session>({ ...unknownSession, access: accessOf(undefined) })
const StoreContext = createContext<SessionStore | undefined>(undefined)

/** Provides the current user, who is requested once when the site opens. */
export const SessionProvider = ({ store, children }: { store: SessionStore; children: ReactNode }) => {
  const { user, loading } = useSyncExternalStore(
    store.subscribe,
    () => store.state,
    () => unknownSession,
  )
  useEffect(() => store.begin(), [store])
  const session = useMemo(() => ({ user, loading, access: accessOf(user) }), [user, loading])
  return (
    <StoreContext value={store}>
      <SessionContext value={session}>{children}</SessionContext>
    </StoreContext>
  )
}

export const useSession = (): Session => use(SessionContext)

export const useSessionStore = (): SessionStore => {
  const store = use(StoreContext)
  if (!store) throw new Error('useSessionStore outside of SessionProvider')
  return store
}
