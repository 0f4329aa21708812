import type { MessageId } from '@lectern/messages/message-id.ts'
import type { OfficeCounts } from '@lectern/contract/office-shell.ts'
import type { Route } from '../../router/route.ts'
import { menuOf, type Access } from '../access.ts'
import type { OfficeIconName } from './office-icons.tsx'

/** In display order. A group without entries is hidden. */
export const officeGroups = ['start', 'contest', 'review', 'content', 'people', 'system'] as const
type OfficeGroup = (typeof officeGroups)[number]

interface PlannedEntry {
  path: string
  group: OfficeGroup
  icon: OfficeIconName
  /** Overrides the label that the page has in the site's menu. */
  label?: MessageId
  /** A count of open work, shown beside the entry. */
  count?: keyof OfficeCounts
}

/** All entries of the office menu; labels are in office-routes.ts. */
export const officePlan: readonly PlannedEntry[] = [
  { path: '/Admin', group: 'start', icon: 'dashboard', label: 'office.menu.dashboard' },
  { path: '/Admin/Activity', group: 'contest', icon: 'activity' },
  { path: '/Admin/Phase', group: 'contest', icon: 'phase' },
  { path: '/Admin/Team', group: 'contest', icon: 'team' },
  { path: '/Admin/Enrolment', group: 'contest', icon: 'enrolment', count: 'enrolments' },
  { path: '/Admin/Work', group: 'contest', icon: 'work', count: 'works' },
  { path: '/Admin/Review', group: 'review', icon: 'review' },
  { path: '/Admin/Result', group: 'review', icon: 'result', count: 'results' },
  { path: '/Admin/Case', group: 'review', icon: 'case', count: 'cases' },
  { path: '/Admin/Certificate', group: 'review', icon: 'certificate', count: 'certificates' },
  { path: '/Admin/News', group: 'content', icon: 'news' },
  { path: '/Admin/Related', group: 'content', icon: 'related' },
  { path: '/Admin/Material', group: 'content', icon: 'material' },
  { path: '/Admin/Banner', group: 'content', icon: 'banner' },
  { path: '/Admin/About', group: 'content', icon: 'pages' },
  { path: '/Admin/Partner', group: 'content', icon: 'partner' },
  { path: '/Admin/Document', group: 'content', icon: 'document' },
  { path: '/Admin/Member', group: 'people', icon: 'member' },
  { path: '/Admin/Expert', group: 'people', icon: 'expert' },
  { path: '/Admin/Announcement', group: 'people', icon: 'notice' },
  { path: '/Admin/Message', group: 'people', icon: 'message', count: 'messages' },
  { path: '/Admin/Outbox', group: 'system', icon: 'outbox', count: 'outbox' },
  { path: '/Admin/Task', group: 'system', icon: 'task', count: 'tasks' },
  { path: '/Admin/Audit', group: 'system', icon: 'audit' },
  { path: '/Admin/Setting', group: 'system', icon: 'setting' },
]

export interface OfficeEntry extends PlannedEntry {
  label: MessageId
}

/** The entries that this user may open. */
export const officeEntries = (routes: readonly Route[], access: Access): OfficeEntry[] => {
  const labels = new Map(menuOf(routes, access).map(({ path, label }) => [path, label]))
  return officePlan.flatMap((entry) => {
    const label = labels.get(entry.path)
    return label ? [{ label, ...entry }] : []
  })
}

/** The entry of a path: its own, or that of the list it belongs to. */
export const entryAt = (entries: readonly OfficeEntry[], pathname: string): OfficeEntry | undefined => {
  const here = pathname.toLowerCase()
  const isAt = ({ path }: OfficeEntry): boolean =>
    here === path.toLowerCase() || here.startsWith(`${path.toLowerCase()}/`)
  return entries.filter(isAt).toSorted((one, other) => other.path.length - one.path.length)[0]
}
