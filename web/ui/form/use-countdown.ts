import { useEffect, useState } from 'react'
import { endOf, secondsLeft, waitUntil } from './countdown.ts'

/** Storage may be blocked; then the countdown lasts as long as the page. */
const stored = (key: string): string | null => {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

const store = (key: string, value: string): void => {
  try {
    sessionStorage.setItem(key, value)
  } catch {
    // Storage may be blocked.
  }
}

/** Remaining seconds of a cooldown, and a function to start it. Uses a monotonic clock. */
export const useCountdown = (key: string): [seconds: number, start: (seconds: number) => void] => {
  const [deadline, setDeadline] = useState(0)
  const [seconds, setSeconds] = useState(0)

  useEffect(() => setDeadline(performance.now() + waitUntil(stored(key), Date.now())), [key])

  useEffect(() => {
    const tick = (): void => {
      const left = secondsLeft(deadline, performance.now())
      setSeconds(left)
      if (left === 0) clearInterval(timer)
    }
    const timer = setInterval(tick, 250)
    tick()
    return () => clearInterval(timer)
  }, [deadline])

  const start = (wait: number): void => {
    const end = endOf(wait, Date.now())
    store(key, end)
    setDeadline(performance.now() + waitUntil(end, Date.now()))
  }
  return [seconds, start]
}
