import { useEffect, useState } from 'react'
import { useServerClock } from './use-server-clock.ts'

/** Remaining time by the server's clock; undefined until that is known. */
export const useMillisecondsLeft = (until: string): number | undefined => {
  const clock = useServerClock()
  const [left, setLeft] = useState<number>()
  useEffect(() => {
    if (!clock) return undefined
    const tick = (): void => setLeft(Date.parse(until) - clock())
    tick()
    const timer = setInterval(tick, 1_000)
    return () => clearInterval(timer)
  }, [clock, until])
  return left
}
