import { useEffect, useRef, useState } from 'react'

const longestPause = 60_000

/** How long to wait before the next attempt, after so many that failed. */
const pauseAfter = (failures: number): number => Math.min(longestPause, 1_000 * 2 ** failures)

const listeners = new Set<() => void>()

/**
 * Calls back when a notice has come or was read, when a teammate has completed their information, and when the reader comes back to the
 * window: something may be different by then.
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

/** How many notices are unread, live. A broken or refused stream is retried with increasing delays. */
export const useUnread = (): number => {
  const [unread, setUnread] = useState(0)
  useEffect(() => {
    let source: EventSource | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let failures = 0
    let known: number | undefined
    let isStopped = false
    const open = (): void => {
      source = new EventSource('/api/notices/live')
      source.addEventListener('unread', ({ data }: MessageEvent<string>) => {
        failures = 0
        const count = Number(data)
        if (known !== undefined && known !== count) for (const listener of listeners) listener()
        known = count
        setUnread(count)
      })
      source.addEventListener('news', () => {
        for (const listener of listeners) listener()
      })
      // Too many windows: this one no longer listens, or it would push out another.
      source.addEventListener('stop', () => {
        isStopped = true
        source?.close()
      })
      source.addEventListener('error', () => {
        // The browser opens a broken stream again by itself, but gives up when an answer is no stream.
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
