import type { MessageId } from '@lectern/messages/message-id.ts'
import { isCurrent } from '../../router/link.tsx'
import type { Route } from '../../router/route.ts'
import { menuOf, type Access } from '../access.ts'
import type { OfficeIconName } from './office-icons.tsx'

/** In display order. A group without entries is hidden. */
export const officeGroups = ['start', 'contest', 'review', 'content', 'people', 'system'] as const
type OfficeGroup = (typeof officeGroups)[number]

/** The place of a page in the menu. */
export interface PlannedEntry {
  group: OfficeGroup
  icon: OfficeIconName
  /** A count of open work, shown beside the entry. */
  count?: string
}

interface PlannedPage extends PlannedEntry {
  path: string
}

export interface OfficeEntry extends PlannedPage {
  label: MessageId
}

const dashboard: OfficeEntry = { path: '/Admin', group: 'start', icon: 'dashboard', label: 'office.menu.dashboard' }

/** The entries that this user may open. */
export const officeEntries = (
  routes: readonly Route[],
  plan: readonly PlannedPage[],
  access: Access,
): OfficeEntry[] => {
  const labels = new Map(menuOf(routes, access).map(({ path, label }) => [path, label]))
  const entries = plan.flatMap((page) => {
    const label = labels.get(page.path)
    return label ? [{ ...page, label }] : []
  })
  return labels.has(dashboard.path) ? [dashboard, ...entries] : entries
}

/** The entry of a path: its own, or that of the list it belongs to. */
export const entryAt = (entries: readonly OfficeEntry[], pathname: string): OfficeEntry | undefined =>
  entries
    .filter(({ path }) => isCurrent(pathname, path))
    .toSorted((one, other) => other.path.length - one.path.length)[0]
