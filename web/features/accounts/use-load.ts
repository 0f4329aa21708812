import { useEffect, useEffectEvent, useRef, useState } from 'react'

export interface LoadState<Data> {
  data: Data | undefined
  failed: boolean
  reload: () => Promise<void>
}

/** Data for part of a page. If loading fails, the rest of the page and what was typed stay. */
export const useLoad = <Data>(load: () => Promise<Data>): LoadState<Data> => {
  const [data, setData] = useState<Data>()
  const [failed, setFailed] = useState(false)
  const newest = useRef(0)
  const reload = async (): Promise<void> => {
    newest.current += 1
    const attempt = newest.current
    setFailed(false)
    try {
      const loaded = await load()
      if (attempt === newest.current) setData(loaded)
    } catch {
      // The request has shown the reason.
      if (attempt === newest.current) setFailed(true)
    }
  }
  const begin = useEffectEvent(reload)
  useEffect(() => void begin(), [])
  return { data, failed, reload }
}
