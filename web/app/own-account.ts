import { useState } from 'react'
import type { OwnAccount } from '../features/accounts/own-account.ts'
import { useClient } from './client-context.tsx'
import { useSession, useSessionStore } from './session.tsx'
import { useSite } from './site.tsx'

/**
 * The account that a personal page was opened with. It stays after the session ends, so that what was typed is not
 * lost.
 */
export const useOwnAccount = (): OwnAccount | undefined => {
  const { user } = useSession()
  const { refresh, set } = useSessionStore()
  const client = useClient()
  const { channels, demo, signInProviders } = useSite()
  const [owner, setOwner] = useState(user)
  if (user && user !== owner) setOwner(user)
  const account = user ?? owner
  return account && { user: account, client, channels, demo, signInProviders, refresh, set }
}
