import { FormattedMessage } from 'react-intl'
import { MenuLink } from '../../router/link.tsx'
import { routes } from '../../routes.ts'
import { menuOf } from '../access.ts'
import { useSession } from '../session.tsx'

/** The site's menu as a list of links; where it stands decides how it looks. */
export const Menu = ({ className }: { className: string | undefined }) => {
  const { access } = useSession()
  return (
    <ul className={className}>
      {menuOf(routes, access).map(({ path, label }) => (
        <li key={path}>
          <MenuLink to={path}>
            <FormattedMessage id={label} />
          </MenuLink>
        </li>
      ))}
    </ul>
  )
}
