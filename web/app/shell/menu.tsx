import { MenuLink } from '../../router/link.tsx'
import { menuPlan, routes } from '../../routes.tsx'
import { Dropdown } from '../../ui/dropdown.tsx'
import { ChevronIcon } from '../../ui/icons.tsx'
import { FormattedMessage, useIntl } from '../../ui/intl.tsx'
import { menuOf } from '../access.ts'
import { arrangeMenu, isGroup, type MenuGroup, type MenuItem } from '../menu-plan.ts'
import { useSession } from '../session.tsx'
import { useSite } from '../site.tsx'
import { MenuItemIcon } from './menu-icons.tsx'
import styles from './menu.module.css'

interface MenuProps {
  className: string | undefined
  /** Shows child pages, where there is room for them. */
  nested?: boolean
  /** Shows an icon for each page; in a collapsed panel, only the icon. */
  withIcons?: boolean
}

type Items = readonly (MenuItem | MenuGroup)[]

/** Without the pages of the office, which has its own menu. */
const useMenu = (): Items => arrangeMenu(menuOf(routes, useSession().access, useSite().emptyPages), menuPlan)

const Entry = ({ item: { path, label, icon }, withIcons }: { item: MenuItem; withIcons: boolean }) => {
  const text = useIntl().formatMessage({ id: label })
  if (!withIcons) return <MenuLink to={path}>{text}</MenuLink>
  return (
    <MenuLink to={path} title={text}>
      <MenuItemIcon name={icon} />
      <span className={styles.text}>{text}</span>
    </MenuLink>
  )
}

export const MenuList = ({ entries, className, nested = false, withIcons = false }: MenuProps & { entries: Items }) => (
  <ul className={className}>
    {entries.map((item) =>
      isGroup(item) ? (
        <li key={item.label}>
          <span className={styles.group}>
            <FormattedMessage id={item.label} />
          </span>
          <MenuList className={styles.inner} entries={item.entries} nested={nested} withIcons={withIcons} />
        </li>
      ) : (
        <li key={item.path}>
          <Entry item={item} withIcons={withIcons} />
          {nested && item.children.length > 0 && (
            <MenuList className={styles.inner} entries={item.children} nested withIcons={withIcons} />
          )}
        </li>
      ),
    )}
  </ul>
)

/** The site's menu as a list of links with open groups. The surroundings decide the style. */
export const Menu = (props: MenuProps) => <MenuList {...props} entries={useMenu()} />

/** The menu in columns: pages without a group first, then each group. */
export const MenuColumns = ({ className }: { className: string | undefined }) => {
  const items = useMenu()
  const single = items.filter((item) => !isGroup(item))
  return (
    <div className={className}>
      <MenuList className={styles.column} entries={single} />
      {items.filter(isGroup).map((group) => (
        <MenuList key={group.label} className={styles.column} entries={[group]} />
      ))}
    </div>
  )
}

const GroupMenu = ({ group: { label, entries } }: { group: MenuGroup }) => {
  const text = useIntl().formatMessage({ id: label })
  const icon = (
    <>
      {text}
      <ChevronIcon />
    </>
  )
  return (
    <Dropdown className={styles.unfolding} label={text} icon={icon} align="start">
      <MenuList className={styles.panel} entries={entries} />
    </Dropdown>
  )
}

/** The menu in one line; groups open below it. */
export const MenuBar = ({ className }: { className: string | undefined }) => (
  <ul className={className}>
    {useMenu().map((item) => (
      <li key={item.label}>{isGroup(item) ? <GroupMenu group={item} /> : <Entry item={item} withIcons={false} />}</li>
    ))}
  </ul>
)
