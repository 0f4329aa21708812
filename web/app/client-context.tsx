import { createContext, use } from 'react'
import type { Client } from '../request/client.ts'

const ClientContext = createContext<Client | undefined>(undefined)

export const ClientProvider = ClientContext.Provider

/** For requests outside of page loaders. */
export const useClient = (): Client => {
  const client = use(ClientContext)
  if (!client) throw new Error('useClient outside of ClientProvider')
  return client
}
