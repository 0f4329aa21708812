import { MenuLink } from '../../router/link.tsx'
import { menuPlan, routes } from '../../routes.tsx'
import { Dropdown } from '../../ui/dropdown.tsx'
import { ChevronIcon } from '../../ui/icons.tsx'
import { FormattedMessage, useIntl } from '../../ui/intl.tsx'
import { menuOf, type MenuEntry } from '../access.ts'
import { arrangeMenu, isGroup, type MenuGroup } from '../menu-plan.ts'
import { useSession } from '../session.tsx'
import styles from './menu.module.css'

interface MenuProps {
  className: string | undefined
  /** With the pages below each page, where there is room for them. */
  nested?: boolean
}

type Items = readonly (MenuEntry | MenuGroup)[]

const useMenu = (): Items => arrangeMenu(menuOf(routes, useSession().access), menuPlan)

export const MenuList = ({ entries, className, nested = false }: MenuProps & { entries: Items }) => (
  <ul className={className}>
    {entries.map((item) =>
      isGroup(item) ? (
        <li key={item.label}>
          <span className={styles.group}>
            <FormattedMessage id={item.label} />
          </span>
          <MenuList className={styles.inner} entries={item.entries} nested={nested} />
        </li>
      ) : (
        <li key={item.path}>
          <MenuLink to={item.path}>
            <FormattedMessage id={item.label} />
          </MenuLink>
          {nested && item.children.length > 0 && <MenuList className={styles.inner} entries={item.children} nested />}
        </li>
      ),
    )}
  </ul>
)

/** The site's menu as a list of links, groups unfolded; where it stands decides how it looks. */
export const Menu = (props: MenuProps) => <MenuList {...props} entries={useMenu()} />

/** The same in columns: first what stands in no group, then each group. */
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

/** The menu in one line: groups unfold below it. */
export const MenuBar = ({ className }: { className: string | undefined }) => (
  <ul className={className}>
    {useMenu().map((item) => (
      <li key={item.label}>
        {isGroup(item) ? (
          <GroupMenu group={item} />
        ) : (
          <MenuLink to={item.path}>
            <FormattedMessage id={item.label} />
          </MenuLink>
        )}
      </li>
    ))}
  </ul>
)
