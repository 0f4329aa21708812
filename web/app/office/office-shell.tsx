import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { useOfficeCounts } from '../../features/admin-ui/counts.ts'
import { ReaderContext } from '../../features/admin-ui/reader.ts'
import { allRoutes, officePlan } from '../../office-routes.ts'
import { useIntl } from '../../ui/intl.tsx'
import { useClient } from '../client-context.tsx'
import { readSideCollapsed, useReaderChoice, writeSideCollapsed } from '../reader-choices.ts'
import { useSession } from '../session.tsx'
import { NewBuildPrompt } from '../shell/new-build-prompt.tsx'
import { OfflineBanner } from '../shell/offline-banner.tsx'
import { CommandPalette } from './command-palette.tsx'
import { OfficeBar } from './office-bar.tsx'
import { OfficeBrand } from './office-brand.tsx'
import { OfficeDrawer } from './office-drawer.tsx'
import { OfficeIcon } from './office-icons.tsx'
import { officeEntries } from './office-menu.ts'
import { OfficeNav } from './office-nav.tsx'
import { OfficeOutline } from './office-outline.tsx'
import { OfficeTheme } from './office-theme.tsx'
import styles from './office-shell.module.css'

/** ⌘K or Ctrl+K on any page of the office. */
const useShortcut = (open: () => void): void => {
  useEffect(() => {
    const hear = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      open()
    }
    addEventListener('keydown', hear)
    return () => removeEventListener('keydown', hear)
  }, [open])
}

const CollapseButton = () => {
  const intl = useIntl()
  const isCollapsed = useReaderChoice(readSideCollapsed, false)
  const label = intl.formatMessage({ id: isCollapsed ? 'office.shell.expand' : 'office.shell.collapse' })
  return (
    <button
      type="button"
      className={styles.collapse}
      aria-expanded={!isCollapsed}
      title={label}
      onClick={() => writeSideCollapsed(!isCollapsed)}
    >
      <OfficeIcon name="panel" />
      <span>{label}</span>
    </button>
  )
}

/** Menu, bar and theme around every page of the office. */
export const OfficeShell = ({ children }: { children: ReactNode }) => {
  const client = useClient()
  const { access, user } = useSession()
  const counts = useOfficeCounts(client)
  const [isSearching, setSearching] = useState(false)
  const [isMenuOpen, setMenuOpen] = useState(false)
  const [openSearch] = useState(() => () => setSearching(true))
  useShortcut(openSearch)
  const isAuditor = user?.duties.includes('audit') ?? false
  const reader = useMemo(() => ({ key: user?.uid ?? '', isAuditor }), [user?.uid, isAuditor])
  const entries = officeEntries(allRoutes, officePlan, access)
  const nav = <OfficeNav entries={entries} counts={counts} />
  return (
    <>
      <OfficeOutline
        side={
          <div className={styles.side}>
            <OfficeBrand />
            <div className={styles.menu}>{nav}</div>
            <CollapseButton />
          </div>
        }
        bar={
          <>
            <OfficeBar entries={entries} onMenu={() => setMenuOpen(true)} onSearch={openSearch} />
            <OfflineBanner />
          </>
        }
      >
        <ReaderContext value={reader}>
          <OfficeTheme>{children}</OfficeTheme>
        </ReaderContext>
      </OfficeOutline>
      <OfficeDrawer isOpen={isMenuOpen} onClose={() => setMenuOpen(false)}>
        {nav}
      </OfficeDrawer>
      {isSearching && <CommandPalette entries={entries} onClose={() => setSearching(false)} />}
      <NewBuildPrompt />
    </>
  )
}
