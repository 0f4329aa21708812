import { useSyncExternalStore } from 'react'
import { readStyle, useReaderChoice, type Style } from '../reader-choices.ts'

const darkSystem = '(prefers-color-scheme: dark)'

const subscribe = (listener: () => void): (() => void) => {
  const query = matchMedia(darkSystem)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Whether the page is dark now, by the reader's choice or the system's. */
export const useIsDark = (): boolean => {
  const style = useReaderChoice<Style>(readStyle, 'system')
  const system = useSyncExternalStore(
    subscribe,
    () => matchMedia(darkSystem).matches,
    () => false,
  )
  return style === 'system' ? system : style === 'dark'
}
