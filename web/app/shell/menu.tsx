import { FormattedMessage } from 'react-intl'
import { MenuLink } from '../../router/link.tsx'
import { routes } from '../../routes.tsx'
import { menuOf, type MenuEntry } from '../access.ts'
import { useSession } from '../session.tsx'
import styles from './menu.module.css'

interface MenuProps {
  className: string | undefined
  /** With the pages below each page, where there is room for them. */
  nested?: boolean
}

export const MenuList = ({ entries, className, nested = false }: MenuProps & { entries: readonly MenuEntry[] }) => (
  <ul className={className}>
    {entries.map(({ path, label, children }) => (
      <li key={path}>
        <MenuLink to={path}>
          <FormattedMessage id={label} />
        </MenuLink>
        {nested && children.length > 0 && <MenuList className={styles.inner} entries={children} nested />}
      </li>
    ))}
  </ul>
)

/** The site's menu as a list of links; where it stands decides how it looks. */
export const Menu = (props: MenuProps) => <MenuList {...props} entries={menuOf(routes, useSession().access)} />
