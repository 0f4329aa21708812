import { useEffect, useState } from 'react'
import { readServerClock, type ServerClock } from '../../request/server-clock.ts'

const host = { fetch: (...input: Parameters<typeof fetch>) => fetch(...input), elapsed: () => performance.now() }

/**
 * The server's clock, once it is known. Requested again when the tab becomes visible, because clocks may stop while a
 * device sleeps.
 */
export const useServerClock = (): ServerClock | undefined => {
  const [clock, setClock] = useState<ServerClock>()
  useEffect(() => {
    let isWanted = true
    const read = (): void => {
      if (document.visibilityState === 'hidden') return
      readServerClock(host).then(
        (serverClock) => isWanted && setClock(() => serverClock),
        // Without it there is no countdown; the deadline itself is shown beside it.
        () => undefined,
      )
    }
    read()
    document.addEventListener('visibilitychange', read)
    return () => {
      isWanted = false
      document.removeEventListener('visibilitychange', read)
    }
  }, [])
  return clock
}
