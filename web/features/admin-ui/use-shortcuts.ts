import { useEffect, useEffectEvent } from 'react'
import { isCovered, placeOfFocus } from '../../ui/focus-place.ts'

/** Single keys that do something on a page, in lower case, unless somebody is typing. */
export const useShortcuts = (isOn: boolean, actions: Readonly<Record<string, (() => void) | undefined>>): void => {
  const press = useEffectEvent((event: KeyboardEvent): void => {
    const { key, target, defaultPrevented, ctrlKey, metaKey, altKey, isComposing, repeat } = event
    if (defaultPrevented || ctrlKey || metaKey || altKey || isComposing || repeat) return
    const act = actions[key.toLowerCase()]
    if (!act || placeOfFocus(target) === 'text' || isCovered()) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    if (!isOn) return undefined
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [isOn])
}
