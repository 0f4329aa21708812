import { useEffect, type RefObject } from 'react'

/**
 * Publishes the height of a sticky element as a CSS variable, so that focused elements are not hidden under it. `html`
 * in theme.css adds up what is at the top.
 */
export const useCoveredHeight = (
  element: RefObject<HTMLElement | null>,
  name: '--banner' | '--status-bar' | '--save-bar',
): void => {
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
