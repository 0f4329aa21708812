import { useSyncExternalStore } from 'react'
import { readStyle, useReaderChoice, type Style } from '../reader-choices.ts'

const useMedia = (condition: string): boolean =>
  useSyncExternalStore(
    (listener) => {
      const query = matchMedia(condition)
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
    () => matchMedia(condition).matches,
    () => false,
  )

/** Whether the page is dark now, by the reader's choice or by the system's. Print is always light. */
export const useIsDark = (): boolean => {
  const style = useReaderChoice<Style>(readStyle, 'system')
  const system = useMedia('(prefers-color-scheme: dark)')
  const isPrinted = useMedia('print')
  return !isPrinted && (style === 'system' ? system : style === 'dark')
}
