import { useEffect, useEffectEvent } from 'react'
import { isAsking, placeOfFocus } from '../focus-place.ts'
import { readerActionOf, type ReaderAction } from './reader-keys.ts'

/** Calls back for each key that does something with the document on the page. */
export const useReaderKeys = (isOn: boolean, onAction: (action: ReaderAction) => void): void => {
  const press = useEffectEvent((event: KeyboardEvent): void => {
    const { key, target, defaultPrevented, ctrlKey, metaKey, altKey, isComposing } = event
    if (defaultPrevented || ctrlKey || metaKey || altKey || isComposing || placeOfFocus(target) === 'text') return
    const action = readerActionOf(key)
    if (!action || isAsking()) return
    event.preventDefault()
    onAction(action)
  })
  useEffect(() => {
    if (!isOn) return undefined
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [isOn])
}
