import { useEffect, useState } from 'react'

/**
 * Whether an element fills the screen, and a function that changes it. Where browsers allow that for films alone, as on some
 * phones, it fills the window; the style sheet sees to that.
 */
export const useFullScreen = (place: { current: HTMLElement | null }): readonly [boolean, () => void] => {
  const [isFull, setFull] = useState(false)
  useEffect(() => {
    if (!isFull) return undefined
    const change = (): void => {
      if (document.fullscreenElement === null) setFull(false)
    }
    const press = ({ key, defaultPrevented }: KeyboardEvent): void => {
      if (key === 'Escape' && !defaultPrevented && document.fullscreenElement === null) setFull(false)
    }
    document.addEventListener('fullscreenchange', change)
    document.addEventListener('keydown', press)
    return () => {
      document.removeEventListener('fullscreenchange', change)
      document.removeEventListener('keydown', press)
    }
  }, [isFull])
  const toggle = (): void => {
    setFull(!isFull)
    if (document.fullscreenElement) void document.exitFullscreen()
    else if (!isFull) place.current?.requestFullscreen?.().catch(() => undefined)
  }
  return [isFull, toggle]
}
