import { useEffect, useEffectEvent } from 'react'
import { isCovered, placeOfFocus } from '../../ui/focus-place.ts'
import { actionOf, type DeskAction } from './desk-keys.ts'

/** Calls back for each key that does something at the desk. The handler returns false if it had nothing to do. */
export const useDeskKeys = (isOn: boolean, onAction: (action: DeskAction) => boolean): void => {
  const act = useEffectEvent(onAction)
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || isCovered()) return
      const action = actionOf(event, placeOfFocus(event.target))
      // The help can always be opened: it tells how to turn the keys on again.
      if (!action || (!isOn && action.do !== 'help')) return
      if (act(action)) event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [isOn])
}
