import { createContext, use } from 'react'
import type { SiteFacts } from '@lectern/contract/site.ts'

const SiteContext = createContext<SiteFacts | undefined>(undefined)

export const SiteProvider = SiteContext.Provider

/** Settings, version and addresses of this site. */
export const useSite = (): SiteFacts => {
  const facts = use(SiteContext)
  if (!facts) throw new Error('useSite outside of SiteProvider')
  return facts
}
