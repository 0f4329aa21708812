import { useEffect, useEffectEvent, useRef, useState } from 'react'

export interface Loaded<Data> {
  data: Data | undefined
  failed: boolean
  reload: () => Promise<void>
}

/** Data of a part of the page: should they not come, the rest of the page, and what is typed there, stays as it is. */
export const useLoaded = <Data>(load: () => Promise<Data>): Loaded<Data> => {
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
