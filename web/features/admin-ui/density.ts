import { useSyncExternalStore } from 'react'

export const densities = ['compact', 'comfortable'] as const
export type Density = (typeof densities)[number]

const key = 'lectern.density'
const listeners = new Set<() => void>()
let chosen: Density | undefined

const read = (): Density => {
  if (chosen) return chosen
  try {
    chosen = localStorage.getItem(key) === 'comfortable' ? 'comfortable' : 'compact'
  } catch {
    // Storage may be blocked; the choice then lasts as long as the page.
    chosen = 'compact'
  }
  return chosen
}

export const chooseDensity = (density: Density): void => {
  chosen = density
  try {
    localStorage.setItem(key, density)
  } catch {
    // As above.
  }
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** How close the rows of every table stand, as this browser has chosen. */
export const useDensity = (): Density => useSyncExternalStore(subscribe, read, () => 'compact')

/** The same in the components' terms. */
export const useTableSize = (): 'small' | 'large' => (useDensity() === 'compact' ? 'small' : 'large')
