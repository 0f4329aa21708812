import { useState } from 'react'
import { useIntl } from 'react-intl'
import { ChevronIcon } from '../../ui/icons.tsx'
import { useSite } from '../site.tsx'
import { Menu } from './menu.tsx'
import styles from './side-panel.module.css'

const key = 'lectern.sidePanel'

/** The menu at the side of wide screens: 200 px, or 80 when collapsed. */
export const SidePanel = () => {
  const { fixedSidebar } = useSite().settings
  const intl = useIntl()
  const [collapsed, setCollapsed] = useState(false)
  const toggle = (): void => {
    setCollapsed(!collapsed)
    document.documentElement.toggleAttribute('data-side-collapsed', !collapsed)
    localStorage.setItem(key, collapsed ? 'open' : 'collapsed')
  }
  return (
    <aside className={styles.panel} data-fixed={fixedSidebar || undefined} data-collapsed={collapsed || undefined}>
      <nav aria-label={intl.formatMessage({ id: 'shell.menu' })}>
        <Menu className={styles.menu} />
      </nav>
      <button
        type="button"
        className={styles.toggle}
        aria-expanded={!collapsed}
        aria-label={intl.formatMessage({ id: collapsed ? 'shell.expand' : 'shell.collapse' })}
        onClick={toggle}
      >
        <ChevronIcon />
      </button>
    </aside>
  )
}
