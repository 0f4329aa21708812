import { createContext, use, useCallback, useState, type ReactNode } from 'react'
import type { SiteSettings } from '@lectern/contract/settings/settings.ts'
import type { SiteFacts } from '@lectern/contract/settings/site.ts'

const SiteContext = createContext<SiteFacts | undefined>(undefined)
const ChangeContext = createContext<(settings: SiteSettings) => void>(() => {})

export const SiteProvider = ({ facts, children }: { facts: SiteFacts; children: ReactNode }) => {
  const [current, setCurrent] = useState(facts)
  const change = useCallback((settings: SiteSettings) => setCurrent((before) => ({ ...before, settings })), [])
  return (
    <ChangeContext value={change}>
      <SiteContext value={current}>{children}</SiteContext>
    </ChangeContext>
  )
}

/** Settings, version and addresses of the site. */
export const useSite = (): SiteFacts => {
  const facts = use(SiteContext)
  if (!facts) throw new Error('useSite outside of SiteProvider')
  return facts
}

/** Applies settings that an organiser has just changed in this window. */
export const useChangeSite = (): ((settings: SiteSettings) => void) => use(ChangeContext)
