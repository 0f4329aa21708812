import { useEffect, useEffectEvent } from 'react'
import { isPlainClick } from './link.tsx'

/** Whether the link opens another page in this tab. The same page with another query keeps what was typed. */
const leadsAway = ({ target, protocol, pathname }: HTMLAnchorElement): boolean =>
  target === '' && protocol.startsWith('http') && pathname !== location.pathname

/** Registered by every form with input that could be lost. */
const guards = new Set<() => boolean>()

/** Whether leaving the page would lose input. */
export const hasUnsavedChanges = (): boolean => [...guards].some((isUnsaved) => isUnsaved())

/** Asks for confirmation before a link, a reload or closing the tab loses unsaved input. */
export const useLeaveGuard = (isUnsaved: () => boolean, question: string, onLeave?: () => void): void => {
  const mustAsk = useEffectEvent(isUnsaved)
  const mayLeave = useEffectEvent(() => {
    const isLeaving = confirm(question)
    if (isLeaving) onLeave?.()
    return isLeaving
  })
  useEffect(() => {
    const guard = (): boolean => mustAsk()
    const beforeUnload = (event: BeforeUnloadEvent): void => {
      if (mustAsk()) event.preventDefault()
    }
    const beforeLink = (event: MouseEvent): void => {
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null
      if (!link || link.hasAttribute('download') || !isPlainClick(event) || !leadsAway(link) || !mustAsk()) return
      // If the link opens another document, the browser must not ask a second time.
      if (mayLeave()) return removeEventListener('beforeunload', beforeUnload)
      event.preventDefault()
      event.stopPropagation()
    }
    guards.add(guard)
    addEventListener('beforeunload', beforeUnload)
    // In the capture phase, to run before the click handlers of links.
    addEventListener('click', beforeLink, { capture: true })
    return () => {
      guards.delete(guard)
      removeEventListener('beforeunload', beforeUnload)
      removeEventListener('click', beforeLink, { capture: true })
    }
  }, [])
}
