import { useEffect, type RefObject } from 'react'

/**
 * Tells the styles how much of the top of the page an element covers that stays in sight: what gets the focus must not be hidden under it.
 * `html` in theme.css adds these heights up.
 */
export const useCoveredHeight = (element: RefObject<HTMLElement | null>, name: '--banner' | '--status-bar'): void => {
  useEffect(() => {
    const { style } = document.documentElement
    const observer = new ResizeObserver(([entry]) => {
      const { blockSize = 0 } = entry?.borderBoxSize[0] ?? {}
      style.setProperty(name, `${Math.ceil(blockSize)}px`)
    })
    observer.observe(element.current!)
    return () => {
      observer.disconnect()
      style.removeProperty(name)
    }
  }, [element, name])
}
