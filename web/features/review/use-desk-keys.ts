import { useEffect, useEffectEvent, useState } from 'react'
import { actionOf, placeOfFocus, type DeskAction } from './desk-keys.ts'

const storageKey = 'lectern.deskKeys'

const isOffStored = (): boolean => {
  try {
    return localStorage.getItem(storageKey) === 'off'
  } catch {
    return false
  }
}

/** Whether the keys of the desk are on: who uses a screen reader or speech may turn them off. */
export const useKeysChoice = (): readonly [boolean, (isOn: boolean) => void] => {
  const [isOn, setOn] = useState(() => !isOffStored())
  const choose = (next: boolean): void => {
    setOn(next)
    try {
      localStorage.setItem(storageKey, next ? 'on' : 'off')
    } catch {
      // Then it lasts as long as the page.
    }
  }
  return [isOn, choose]
}

/** Calls back for each key that does something at the desk. The handler returns false if it had nothing to do. */
export const useDeskKeys = (isOn: boolean, onAction: (action: DeskAction) => boolean): void => {
  const act = useEffectEvent(onAction)
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || document.querySelector('dialog[open]')) return
      const action = actionOf(event, placeOfFocus(event.target))
      // The help can always be opened: it tells how to turn the keys on again.
      if (!action || (!isOn && action.do !== 'help')) return
      if (act(action)) event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [isOn])
}
