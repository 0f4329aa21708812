import { useEffect, useEffectEvent, type RefObject } from 'react'

/** When a dialog has closed and the button that opened it is gone, the focus goes on here and not at the top of the page. */
export const useCaughtFocus = (isOpen: boolean, place: RefObject<HTMLElement | null>): void => {
  const catchFocus = useEffectEvent(() => {
    if (document.activeElement === document.body) place.current?.focus()
  })
  useEffect(() => {
    if (isOpen) return () => catchFocus()
  }, [isOpen])
}
