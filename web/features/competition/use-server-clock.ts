import { useEffect, useState } from 'react'
import { readServerClock, type ServerClock } from '../../request/server-clock.ts'

const host = { fetch: (...input: Parameters<typeof fetch>) => fetch(...input), elapsed: () => performance.now() }

/** The server's clock, once it is known; asked anew when the reader comes back, since clocks may stand still meanwhile. */
export const useServerClock = (): ServerClock | undefined => {
  const [clock, setClock] = useState<ServerClock>()
  useEffect(() => {
    let isWanted = true
    const read = (): void => {
      if (document.visibilityState === 'hidden') return
      readServerClock(host).then(
        (found) => isWanted && setClock(() => found),
        // Without it there is no countdown; the moment itself is written beside it.
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
