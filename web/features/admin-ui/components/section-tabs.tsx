import { Tabs, type TabsProps, type TabsRef } from 'antd'
import { useLayoutEffect, useRef } from 'react'
import { Icon } from '../../../ui/icons.tsx'
import { useIntl } from '../../../ui/intl.tsx'

/**
 * antd gives the role of the list of tabs to an element that also contains the button of the tabs out of sight. A list of tabs may only
 * contain tabs, so the role is moved to the element that does.
 */
const moveRole = (tabs: HTMLElement): void => {
  const nav = tabs.querySelector(':scope > [role="tablist"]')
  const list = nav?.querySelector('.ant-tabs-nav-list')
  if (!nav || !list) return
  for (const name of ['role', 'aria-orientation']) {
    list.setAttribute(name, nav.getAttribute(name) ?? '')
    nav.removeAttribute(name)
  }
}

/**
 * Tabs that can also be pressed where they are partly out of sight. Pressing one would focus it, which scrolls it away from under the
 * finger before it is released, and nothing would be chosen.
 */
export const SectionTabs = (props: TabsProps) => {
  const intl = useIntl()
  const tabs = useRef<TabsRef>(null)
  useLayoutEffect(() => {
    if (tabs.current?.nativeElement) moveRole(tabs.current.nativeElement)
  })
  return (
    <Tabs
      {...props}
      ref={tabs}
      more={{
        icon: (
          <>
            <Icon>
              <path d="M6 12h.01M12 12h.01M18 12h.01" strokeWidth="3" />
            </Icon>
            <span className="visually-hidden">{intl.formatMessage({ id: 'office.tabs.more' })}</span>
          </>
        ),
      }}
      onMouseDown={(event) => {
        if ((event.target as Element).closest('[role="tab"]')) event.preventDefault()
      }}
    />
  )
}
