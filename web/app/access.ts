import type { MessageId } from '@lectern/messages/message-id.ts'
import { duties, type Duty, type NeededDuty } from '@lectern/contract/accounts/duty-values.ts'
import type { CurrentUser } from '@lectern/contract/accounts/accounts.ts'
import type { Route } from '../router/route.ts'

/** Named checks on the current user; a route may refer to one of them. */
const checksOf = (user: Pick<CurrentUser, 'access'> | undefined) => ({
  canAdmin: user?.access === 'admin',
  canReview: user?.access === 'expert',
})

export type AccessName = keyof ReturnType<typeof checksOf>

interface Duties {
  duties: readonly Duty[]
  activities: CurrentUser['activities']
}

/** An auditor reads the pages of all duties. A limited duty `contest` covers pages that leave out other activities. */
const coveredBy = ({ duties: held, activities }: Duties): readonly NeededDuty[] => {
  if (held.includes('audit')) return [...duties, 'activity']
  if (!held.includes('contest')) return held
  return [...held.filter((duty) => duty !== 'contest' || activities === null), 'activity']
}

/** What the current user may open. */
export const accessOf = (user: (Pick<CurrentUser, 'access'> & Duties) | undefined) => ({
  ...checksOf(user),
  duties: user ? coveredBy(user) : [],
})

export type Access = ReturnType<typeof accessOf>

export const isAccessible = ({ access: name }: Pick<Route, 'access'>, access: Access): boolean =>
  name === undefined || ((name === 'canAdmin' || name === 'canReview') && access[name])

/** Whether the duties of an organiser cover a page of the office. */
export const isCovered = ({ duties: needed }: { duties?: readonly NeededDuty[] }, access: Access): boolean =>
  needed === undefined || needed.some((duty) => access.duties.includes(duty))

/** Whether a user may open a route; unknown for a route with a check while the user is still loading. */
export const admissionTo = (
  route: Pick<Route, 'access'>,
  { access, loading }: { access: Access; loading: boolean },
): 'open' | 'unknown' | 'closed' => {
  if (loading && route.access !== undefined) return 'unknown'
  return isAccessible(route, access) ? 'open' : 'closed'
}

/**
 * What a personal route does: open, redirect to the sign-in page, redirect to set up a required second factor, or
 * refuse.
 */
export const entryTo = (
  route: Pick<Route, 'access' | 'personal'>,
  user: (Pick<CurrentUser, 'access' | 'lacksSecondFactor'> & Duties) | undefined,
): 'open' | 'signIn' | 'secondFactor' | 'closed' => {
  if (!user) return route.personal === 'visitor' ? 'open' : 'signIn'
  if (!isAccessible(route, accessOf(user))) return 'closed'
  return route.access === 'canAdmin' && user.lacksSecondFactor ? 'secondFactor' : 'open'
}

export interface MenuEntry {
  path: string
  label: MessageId
  children: MenuEntry[]
}

/**
 * The menu: routes with a label that this user may open, without those that have nothing to show. A route whose children are
 * all inaccessible is hidden.
 */
export const menuOf = (routes: readonly Route[], access: Access, empty: readonly string[] = []): MenuEntry[] =>
  routes.flatMap(({ children = [], ...route }) => {
    if (!isAccessible(route, access) || !isCovered(route, access)) return []
    if (children.length > 0 && children.every((child) => !isAccessible(child, access))) return []
    const entries = menuOf(children, access, empty)
    return route.menu && !empty.includes(route.path)
      ? [{ path: route.path, label: route.menu, children: entries }]
      : entries
  })
