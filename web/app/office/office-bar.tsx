import { Link } from '../../router/link.tsx'
import { useRouterState } from '../../router/router-context.tsx'
import { MenuIcon, SearchIcon } from '../../ui/icons.tsx'
import { FormattedMessage, useIntl } from '../../ui/intl.tsx'
import { useSession } from '../session.tsx'
import { LanguagePicker } from '../shell/language-picker.tsx'
import { OwnTools } from '../shell/own-tools.tsx'
import { StylePicker } from '../shell/style-picker.tsx'
import { OfficeIcon } from './office-icons.tsx'
import { entryAt, type OfficeEntry } from './office-menu.ts'
import styles from './office-bar.module.css'

/** Breadcrumbs: the group, the list, and the item. */
const Trail = ({ entries }: { entries: readonly OfficeEntry[] }) => {
  const intl = useIntl()
  const { pathname } = useRouterState().place
  const entry = entryAt(entries, pathname)
  if (!entry) return <div className={styles.trail} />
  const isList = pathname.toLowerCase() === entry.path.toLowerCase()
  const label = intl.formatMessage({ id: entry.label })
  return (
    <nav className={styles.trail} aria-label={intl.formatMessage({ id: 'shell.trail' })}>
      <ol>
        {entry.group !== 'start' && (
          <li className={styles.group}>
            <FormattedMessage id={`office.menu.${entry.group}`} />
          </li>
        )}
        <li>{isList ? <span aria-current="page">{label}</span> : <Link to={entry.path}>{label}</Link>}</li>
      </ol>
    </nav>
  )
}

const isApple = (): boolean => /mac|iphone|ipad/i.test(navigator.userAgent)

interface OfficeBarProps {
  entries: readonly OfficeEntry[]
  onMenu: () => void
  onSearch: () => void
}

/** The bar above every page of the office. */
export const OfficeBar = ({ entries, onMenu, onSearch }: OfficeBarProps) => {
  const intl = useIntl()
  const { user } = useSession()
  const search = intl.formatMessage({ id: 'office.shell.search' })
  const site = intl.formatMessage({ id: 'office.shell.site' })
  return (
    <header className={styles.bar}>
      <button
        type="button"
        className={styles.menu}
        aria-haspopup="dialog"
        aria-label={intl.formatMessage({ id: 'office.shell.menu' })}
        onClick={onMenu}
      >
        <MenuIcon />
      </button>
      <Trail entries={entries} />
      <button type="button" className={styles.search} aria-haspopup="dialog" onClick={onSearch}>
        <SearchIcon />
        <span className={styles.searchLabel}>{search}</span>
        <kbd aria-hidden="true">{isApple() ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      <div className={styles.tools}>
        <Link className={styles.site} to="/" aria-label={site} title={site}>
          <OfficeIcon name="public" />
        </Link>
        <StylePicker className={styles.style} />
        <LanguagePicker />
        {user && <OwnTools user={user} />}
      </div>
    </header>
  )
}
