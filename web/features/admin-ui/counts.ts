import { useEffect, useState } from 'react'
import { readOfficeCounts, type OfficeCounts } from '@lectern/contract/office/office-shell.ts'
import type { Client } from '../../request/client.ts'
import { useRouter } from '../../router/router-context.tsx'

const pollMilliseconds = 60_000

/** Counts of open work, loaded with every page and once a minute. On failure the old ones stay. */
export const useOfficeCounts = (client: Client): OfficeCounts | undefined => {
  const router = useRouter()
  const [counts, setCounts] = useState<OfficeCounts>()
  useEffect(() => {
    const controller = new AbortController()
    const ask = (): void => {
      if (document.visibilityState === 'hidden') return
      client(readOfficeCounts, {}, { skipErrorHandler: true, signal: controller.signal }).then(
        setCounts,
        () => undefined,
      )
    }
    ask()
    const timer = setInterval(ask, pollMilliseconds)
    const forget = router.subscribe(() => {
      if (router.state.pending === 'none') ask()
    })
    return () => {
      forget()
      clearInterval(timer)
      controller.abort()
    }
  }, [client, router])
  return counts
}
