import { MenuIcon, SearchIcon } from '../../ui/icons.tsx'
import { Link } from '../../router/link.tsx'
import { Dropdown } from '../../ui/dropdown.tsx'
import { useIntl } from '../../ui/intl.tsx'
import { Shared } from '../../ui/shared-markup.tsx'
import { useSite } from '../site.tsx'
import { AccountTools } from './account-tools.tsx'
import { Brand } from './brand.tsx'
import { LanguagePicker } from './language-picker.tsx'
import { Menu, MenuBar } from './menu.tsx'
import { OfflineBanner } from './offline-banner.tsx'
import { StyleChoices, StylePicker } from './style-picker.tsx'
import styles from './header.module.css'

export const Header = () => {
  const { settings } = useSite()
  const intl = useIntl()
  const menuLabel = intl.formatMessage({ id: 'shell.menu' })
  return (
    <header className={styles.header}>
      <div className={styles.bar}>
        <Dropdown
          shared="drawer"
          className={`print-hidden ${styles.drawer}`}
          label={menuLabel}
          icon={<MenuIcon />}
          align="start"
        >
          <nav aria-label={menuLabel}>
            <Menu className={styles.drawerMenu} nested />
          </nav>
          <div className={`script-only ${styles.drawerStyle}`}>
            <StyleChoices />
          </div>
        </Dropdown>
        <Brand className={styles.brand} />
        {settings.layout === 'top' && (
          <Shared tag="nav" name="bar" className={`print-hidden ${styles.nav}`} aria-label={menuLabel}>
            <MenuBar className={`row ${styles.menu}`} />
          </Shared>
        )}
        <div className={`print-hidden ${styles.tools}`}>
          <Link className={styles.search} to="/search" aria-label={intl.formatMessage({ id: 'shell.search' })}>
            <SearchIcon />
          </Link>
          <StylePicker className={styles.style} />
          <LanguagePicker />
          <AccountTools />
        </div>
      </div>
      <OfflineBanner />
    </header>
  )
}
