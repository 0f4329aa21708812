import { createContext, use, useEffect, useMemo, useState, type ReactNode } from 'react'
import type { CurrentUser, readCurrentUser } from '@lectern/contract/accounts.ts'
import { reach, type Client } from '../request/client.ts'
import { accessOf, type Access } from './access.ts'

const currentUser = reach<typeof readCurrentUser>('GET', '/api/user/currentUser')

interface Session {
  user: CurrentUser | undefined
  access: Access
}

const SessionContext = createContext<Session>({ user: undefined, access: accessOf(undefined) })

const isSignInPage = (pathname: string): boolean => /\/account\/(login|register)\/?$/i.test(pathname)

/** Who is signed in: asked once when the site opens, but not on the pages where people sign in. */
export const SessionProvider = ({ client, children }: { client: Client; children: ReactNode }) => {
  const [user, setUser] = useState<CurrentUser>()
  useEffect(() => {
    if (isSignInPage(location.pathname)) return
    client(currentUser).then(setUser, () => setUser(undefined))
  }, [client])
  const session = useMemo(() => ({ user, access: accessOf(user) }), [user])
  return <SessionContext value={session}>{children}</SessionContext>
}

export const useSession = (): Session => use(SessionContext)
