import { useEffect, useRef, useState } from 'react'
import type { DeskFile } from '@lectern/contract/review/review.ts'
import { askForCopy, awaitCopy, type CopyState } from './anonymous-copy.ts'

const pauseMilliseconds = 5_000

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, pauseMilliseconds))

/**
 * Whether a file can be shown. Its copy may be replaced while the page is open: `check` finds out why it could not be
 * loaded. A copy that is being made is waited for; then `attempt` increases, and it is loaded again.
 */
export const useCopy = ({ address, isReady }: Pick<DeskFile, 'address' | 'isReady'>) => {
  const [state, setState] = useState<CopyState>(isReady ? 'ready' : 'pending')
  const [attempt, setAttempt] = useState(0)
  /** What can be read but not shown is loaded again once. */
  const isRepeated = useRef(false)
  useEffect(() => {
    if (state !== 'pending') return undefined
    const leaving = new AbortController()
    void awaitCopy(() => askForCopy(address), pause, leaving.signal).then((latest) => {
      if (latest === undefined) return
      setState(latest)
      setAttempt((count) => count + 1)
    })
    return () => leaving.abort()
  }, [address, state])
  return {
    state,
    attempt,
    /** Before it is fetched in another way than by showing it. */
    ask: async (): Promise<CopyState> => {
      const latest = await askForCopy(address)
      if (latest === 'pending') setState(latest)
      return latest
    },
    check: async (): Promise<void> => {
      const latest = await askForCopy(address)
      if (latest !== 'ready' || isRepeated.current) return setState(latest === 'ready' ? 'failed' : latest)
      // A new copy was there before anybody asked for it.
      isRepeated.current = true
      setAttempt((count) => count + 1)
    },
    /** It could be loaded. */
    accept: (): void => {
      isRepeated.current = false
      setState('ready')
    },
  }
}
