import { useEffect, useEffectEvent } from 'react'
import { isPlainClick } from './link.tsx'

/** Leads to another page, in this tab; the same page at another address keeps what was typed. */
const leadsAway = ({ target, protocol, pathname }: HTMLAnchorElement): boolean =>
  target === '' && protocol.startsWith('http') && pathname !== location.pathname

/** Asked of every page, or part of one, that something is typed in. */
const guards = new Set<() => boolean>()

/** Whether anything on the page would be lost with it. */
export const hasUnsavedChanges = (): boolean => [...guards].some((isUnsaved) => isUnsaved())

/** Asks before a link, a reload or a closed tab takes away what was typed. */
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
      // Where the link leads to another document, once is enough.
      if (mayLeave()) return removeEventListener('beforeunload', beforeUnload)
      event.preventDefault()
      event.stopPropagation()
    }
    guards.add(guard)
    addEventListener('beforeunload', beforeUnload)
    // In the capture phase, before the page's own links.
    addEventListener('click', beforeLink, { capture: true })
    return () => {
      guards.delete(guard)
      removeEventListener('beforeunload', beforeUnload)
      removeEventListener('click', beforeLink, { capture: true })
    }
  }, [])
}
