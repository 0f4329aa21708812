import { useEffect, useRef, useState } from 'react'

const longestPause = 60_000

/** Delay before the next attempt, after this many failures. */
const pauseAfter = (failures: number): number => Math.min(longestPause, 1_000 * 2 ** failures)

const listeners = new Set<() => void>()

/**
 * Calls back when a notice arrives or is read, when a teammate completes their profile, and when the user returns to
 * the tab.
 */
export const useNews = (onNews: () => void): void => {
  const latest = useRef(onNews)
  useEffect(() => {
    latest.current = onNews
  })
  useEffect(() => {
    const notify = (): void => {
      if (document.visibilityState === 'visible') latest.current()
    }
    listeners.add(notify)
    document.addEventListener('visibilitychange', notify)
    return () => {
      listeners.delete(notify)
      document.removeEventListener('visibilitychange', notify)
    }
  }, [])
}

/** Number of unread notices, live. A broken or refused stream is retried with increasing delays. */
export const useUnread = (): number => {
  const [unread, setUnread] = useState(0)
  useEffect(() => {
    let source: EventSource | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let failures = 0
    let lastCount: number | undefined
    let isStopped = false
    const open = (): void => {
      source = new EventSource('/api/notices/live')
      source.addEventListener('unread', ({ data }: MessageEvent<string>) => {
        failures = 0
        const count = Number(data)
        if (lastCount !== undefined && lastCount !== count) for (const listener of listeners) listener()
        lastCount = count
        setUnread(count)
      })
      source.addEventListener('news', () => {
        for (const listener of listeners) listener()
      })
      // Too many streams are open: reconnecting here would close another one.
      source.addEventListener('stop', () => {
        isStopped = true
        source?.close()
      })
      source.addEventListener('error', () => {
        // The browser reconnects a broken stream itself, but not after an error response.
        if (source?.readyState !== EventSource.CLOSED) return
        timer = setTimeout(open, pauseAfter(failures))
        failures += 1
      })
    }
    const again = (): void => {
      if (isStopped || source?.readyState !== EventSource.CLOSED) return
      clearTimeout(timer)
      open()
    }
    open()
    addEventListener('online', again)
    return () => {
      removeEventListener('online', again)
      clearTimeout(timer)
      source?.close()
    }
  }, [])
  return unread
}
