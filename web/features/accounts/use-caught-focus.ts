import { useEffect, useEffectEvent, type RefObject } from 'react'

/**
 * If a dialog closes and the button that opened it is gone, moves the focus here instead of to the top of the page.
 */
export const useCaughtFocus = (isOpen: boolean, place: RefObject<HTMLElement | null>): void => {
  const catchFocus = useEffectEvent(() => {
    if (document.activeElement === document.body) place.current?.focus()
  })
  useEffect(() => {
    if (isOpen) return () => catchFocus()
  }, [isOpen])
}
