import { useSyncExternalStore } from 'react'

const storageKey = 'lectern.deskKeys'

const isOffStored = (): boolean => {
  try {
    return localStorage.getItem(storageKey) === 'off'
  } catch {
    return false
  }
}

/** Undefined: nobody has asked yet. */
let isOn: boolean | undefined
const listeners = new Set<() => void>()

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const choose = (next: boolean): void => {
  isOn = next
  try {
    localStorage.setItem(storageKey, next ? 'on' : 'off')
  } catch {
    // Then it lasts as long as the page.
  }
  for (const listener of listeners) listener()
}

/** Whether single keys do something: who uses a screen reader or speech may turn them off, for all screens. */
export const useKeysChoice = (): readonly [boolean, (isOn: boolean) => void] => [
  useSyncExternalStore(
    subscribe,
    () => (isOn ??= !isOffStored()),
    () => true,
  ),
  choose,
]
