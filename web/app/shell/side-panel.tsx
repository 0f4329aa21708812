import { ChevronIcon } from '../../ui/icons.tsx'
import { useIntl } from '../../ui/intl.tsx'
import { Shared } from '../../ui/shared-markup.tsx'
import { readSideCollapsed, useReaderChoice, writeSideCollapsed } from '../reader-choices.ts'
import { useSite } from '../site.tsx'
import { Brand } from './brand.tsx'
import { Menu } from './menu.tsx'
import styles from './side-panel.module.css'

/** The menu at the side on wide screens: 200 px, or 80 px when collapsed. */
export const SidePanel = () => {
  const { fixedSidebar, layout } = useSite().settings
  const menuLabel = useIntl().formatMessage({ id: 'shell.menu' })
  const collapsed = useReaderChoice(readSideCollapsed, false)
  return (
    <aside className={`print-hidden ${styles.panel}`} data-fixed={fixedSidebar || undefined}>
      <div>
        {layout === 'side' && <Brand className={styles.brand} />}
        <Shared tag="nav" name="side" aria-label={menuLabel}>
          <Menu className={`stack gap-4 ${styles.menu}`} nested withIcons />
        </Shared>
      </div>
      <button
        type="button"
        className={`script-only ${styles.toggle}`}
        aria-expanded={!collapsed}
        aria-label={menuLabel}
        onClick={() => writeSideCollapsed(!collapsed)}
      >
        <ChevronIcon />
      </button>
    </aside>
  )
}
