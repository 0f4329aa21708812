import { useEffect } from 'react'

/** Asks before a link, a reload or a closed tab takes away what was typed. */
export const useLeaveGuard = (isUnsaved: boolean, question: string, onLeave: () => void): void => {
  useEffect(() => {
    if (!isUnsaved) return undefined
    const beforeUnload = (event: BeforeUnloadEvent): void => event.preventDefault()
    const beforeLink = (event: MouseEvent): void => {
      const link = event.target instanceof Element ? event.target.closest('a[href]') : null
      const leads = link && !link.hasAttribute('download') && !link.getAttribute('href')!.startsWith('#')
      // What opens a tab of its own takes nothing away.
      if (!leads || link.getAttribute('target') === '_blank' || event.ctrlKey || event.metaKey || event.shiftKey) return
      if (confirm(question)) {
        // Asked once is enough.
        removeEventListener('beforeunload', beforeUnload)
        return onLeave()
      }
      event.preventDefault()
      event.stopPropagation()
    }
    addEventListener('beforeunload', beforeUnload)
    // Before the page's own links hear of it.
    addEventListener('click', beforeLink, { capture: true })
    return () => {
      removeEventListener('beforeunload', beforeUnload)
      removeEventListener('click', beforeLink, { capture: true })
    }
  }, [isUnsaved, question, onLeave])
}
