import { createContext, use, useEffect, useMemo, useState, type ReactNode } from 'react'
import type { CurrentUser, readCurrentUser } from '@lectern/contract/accounts.ts'
import { reach } from '../request/client.ts'
import { accessOf, type Access } from './access.ts'
import { useClient } from './client-context.tsx'

const currentUser = reach<typeof readCurrentUser>('GET', '/api/user/currentUser')

interface Session {
  user: CurrentUser | undefined
  access: Access
  /** Nobody knows yet who is signed in; so it is on the server, which renders for everybody. */
  loading: boolean
}

const SessionContext = createContext<Session>({ user: undefined, access: accessOf(undefined), loading: true })

const isSignInPage = (pathname: string): boolean => /\/account\/(login|register)\/?$/i.test(pathname)

/** Who is signed in: asked once when the site opens, but not on the pages where people sign in. */
export const SessionProvider = ({ children }: { children: ReactNode }) => {
  const client = useClient()
  const [{ user, loading }, setAnswer] = useState<Pick<Session, 'user' | 'loading'>>({ user: undefined, loading: true })
  useEffect(() => {
    const know = (known: CurrentUser | undefined): void => setAnswer({ user: known, loading: false })
    if (isSignInPage(location.pathname)) return know(undefined)
    client(currentUser).then(know, () => know(undefined))
  }, [client])
  const session = useMemo(() => ({ user, access: accessOf(user), loading }), [user, loading])
  return <SessionContext value={session}>{children}</SessionContext>
}

export const useSession = (): Session => use(SessionContext)
