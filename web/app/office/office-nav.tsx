import type { OfficeCounts } from '@lectern/contract/office/office-shell.ts'
import { Link } from '../../router/link.tsx'
import { useRouterState } from '../../router/router-context.tsx'
import { FormattedMessage, useIntl } from '../../ui/intl.tsx'
import { OfficeIcon } from './office-icons.tsx'
import { entryAt, officeGroups, type OfficeEntry } from './office-menu.ts'
import styles from './office-nav.module.css'

interface OfficeNavProps {
  entries: readonly OfficeEntry[]
  counts: OfficeCounts | undefined
}

const shortCount = (count: number): string => (count > 99 ? '99+' : String(count))

/** The office menu in groups, with icons and counts. */
export const OfficeNav = ({ entries, counts }: OfficeNavProps) => {
  const intl = useIntl()
  const { pathname } = useRouterState().place
  const place = entryAt(entries, pathname)
  // What is in no list of the menu is not the dashboard.
  const current = place?.group === 'start' && pathname.toLowerCase() !== place.path.toLowerCase() ? undefined : place
  const groups = officeGroups
    .map((group) => ({ group, inside: entries.filter((entry) => entry.group === group) }))
    .filter(({ inside }) => inside.length > 0)
  return (
    <nav className={`stack gap-16 ${styles.nav}`} aria-label={intl.formatMessage({ id: 'menu.admin' })}>
      {groups.map(({ group, inside }) => (
        <div key={group} className={styles.group}>
          {group !== 'start' && (
            <h2 id={`office-group-${group}`}>
              <FormattedMessage id={`office.menu.${group}`} />
            </h2>
          )}
          <ul {...(group !== 'start' && { 'aria-labelledby': `office-group-${group}` })}>
            {inside.map(({ path, label, icon, count: countName = '' }) => {
              const count = counts?.[countName] ?? 0
              const name = intl.formatMessage({ id: label })
              return (
                <li key={path}>
                  <Link to={path} title={name} aria-current={path === current?.path ? 'page' : undefined}>
                    <OfficeIcon name={icon} />
                    <span className={styles.label}>{name}</span>
                    {count > 0 && (
                      <span className={styles.count}>
                        <span aria-hidden="true">{shortCount(count)}</span>
                        <span className="visually-hidden">
                          <FormattedMessage id="office.menu.waiting" values={{ count }} />
                        </span>
                      </span>
                    )}
                  </Link>
                </li>
              )
            })}
          </ul>
        </div>
      ))}
    </nav>
  )
}
