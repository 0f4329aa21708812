import { useEffect, useEffectEvent } from 'react'
import { useIntl } from 'react-intl'

/** Leads away from this page, in this tab. */
const leadsAway = (link: HTMLAnchorElement): boolean =>
  link.target === '' && !link.hasAttribute('download') && link.pathname !== location.pathname

/** Asks before the page is left while something typed is not saved. */
export const useLeaveWarning = (isDirty: () => boolean): void => {
  const intl = useIntl()
  const onUnload = useEffectEvent((event: BeforeUnloadEvent) => {
    if (isDirty()) event.preventDefault()
  })
  const onClick = useEffectEvent((event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null
    const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey
    if (!link || !isPlain || !leadsAway(link) || !isDirty()) return
    if (confirm(intl.formatMessage({ id: 'settings.leave' }))) return
    event.preventDefault()
    event.stopPropagation()
  })
  useEffect(() => {
    const unload = (event: BeforeUnloadEvent): void => onUnload(event)
    const click = (event: MouseEvent): void => onClick(event)
    addEventListener('beforeunload', unload)
    // Before the router hears of it.
    addEventListener('click', click, { capture: true })
    return () => {
      removeEventListener('beforeunload', unload)
      removeEventListener('click', click, { capture: true })
    }
  }, [])
}
