import { useState } from 'react'

const storageKey = 'lectern.deskPanel'

/** In percent of the desk. */
export const panelHeights = { min: 0, usual: 50, max: 85, step: 10 } as const

const clamp = (height: number): number => Math.round(Math.min(panelHeights.max, Math.max(panelHeights.min, height)))

const stored = (): number => {
  try {
    const height = Number(localStorage.getItem(storageKey) ?? panelHeights.usual)
    return Number.isFinite(height) ? clamp(height) : panelHeights.usual
  } catch {
    return panelHeights.usual
  }
}

/** How far the sheet is pulled up on narrow screens; remembered in this browser. */
export const usePanelHeight = (): readonly [number, (height: number) => void] => {
  const [height, setHeight] = useState(stored)
  const change = (next: number): void => {
    setHeight(clamp(next))
    try {
      localStorage.setItem(storageKey, String(clamp(next)))
    } catch {
      // Then it lasts as long as the page.
    }
  }
  return [height, change]
}
