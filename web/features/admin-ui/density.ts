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
    // Storage may be blocked; then the choice lasts as long as the page.
    chosen = 'compact'
  }
  return chosen
}

export const chooseDensity = (density: Density): void => {
  chosen = density
  try {
    localStorage.setItem(key, density)
  } catch {
    // Storage may be blocked.
  }
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The row density of tables, stored in this browser. */
export const useDensity = (): Density => useSyncExternalStore(subscribe, read, () => 'compact')

/** The density as antd's table size. */
export const useTableSize = (): 'small' | 'large' => (useDensity() === 'compact' ? 'small' : 'large')
