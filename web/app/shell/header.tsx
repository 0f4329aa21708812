import { useIntl } from 'react-intl'
import { localize } from '@lectern/contract/localized.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import { MenuIcon } from '../../ui/icons.tsx'
import { Dropdown } from '../../ui/dropdown.tsx'
import logo from '../../ui/logo.svg'
import { Link } from '../../router/link.tsx'
import { useSite } from '../site.tsx'
import { LanguagePicker } from './language-picker.tsx'
import { Menu } from './menu.tsx'
import { StylePicker } from './style-picker.tsx'
import styles from './header.module.css'

export const Header = () => {
  const { settings } = useSite()
  const intl = useIntl()
  const title = localize(settings.title, intl.locale as Locale).text
  const menuLabel = intl.formatMessage({ id: 'shell.menu' })
  return (
    <header className={styles.header}>
      <div className={styles.bar}>
        <Dropdown className={styles.drawer} label={menuLabel} icon={<MenuIcon />} align="start">
          <nav aria-label={menuLabel}>
            <Menu className={styles.drawerMenu} />
          </nav>
        </Dropdown>
        <Link className={styles.brand} to="/">
          <img src={logo} alt="" width="36" height="36" />
          <span>{title}</span>
        </Link>
        {settings.layout === 'top' && (
          <nav className={styles.nav} aria-label={menuLabel}>
            <Menu className={styles.menu} />
          </nav>
        )}
        <div className={styles.tools}>
          <StylePicker />
          <LanguagePicker />
        </div>
      </div>
    </header>
  )
}
