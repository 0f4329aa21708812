import type { Dashboard } from '@lectern/contract/dashboard/dashboard.ts'
import { enrolmentStates, type EnrolmentState } from '@lectern/contract/enrolments/enrolment-values.ts'
import type { ActivityId, EditionId } from '@lectern/contract/ids.ts'
import { localize, type LocalizedText } from '@lectern/contract/localized.ts'
import type { Ctx } from '../../platform/context.ts'
import type { readDashboard } from './service.ts'

type Found = NonNullable<Awaited<ReturnType<typeof readDashboard>>>
type Counts = Dashboard['states']

/** Every state, including those with a count of zero. */
const countsOf = (rows: readonly { state: EnrolmentState; count: number }[]): Counts =>
  Object.fromEntries(
    enrolmentStates.map((state) => [
      state,
      rows.filter((row) => row.state === state).reduce((sum, row) => sum + row.count, 0),
    ]),
  ) as Counts

const presentNamed = (ctx: Ctx, { id, code, name }: { id: ActivityId; code: string; name: LocalizedText }) => {
  const { text, locale } = localize(name, ctx.locale)
  return { id, code, name: text, locale }
}

/** How many teams are at each step, from forming a team to the decision. Later stages add theirs after these. */
const stepsOf = (edition: EditionId, states: Counts, unstarted: number): Dashboard['steps'] => [
  { step: 'unstarted' as const, count: unstarted, link: `/Admin/Team?state=none&edition=${edition}`, isWaiting: false },
  ...enrolmentStates.map((state) => ({
    step: state,
    count: states[state],
    link: `/Admin/Enrolment?state=${state}`,
    isWaiting: state === 'submitted' && states[state] > 0,
  })),
]

const empty: Dashboard = {
  edition: null,
  states: countsOf([]),
  steps: [],
  days: [],
  activities: [],
  provinces: [],
  institutions: 0,
  next: [],
}

export const presentDashboard = (ctx: Ctx, facts: Found | undefined): Dashboard => {
  if (!facts) return empty
  const { edition, activities, states, unstarted, days, provinces, institutions, next } = facts
  const { text, locale } = localize(edition.name, ctx.locale)
  return {
    edition: { id: edition.id, year: edition.year, name: text, locale, timeZone: edition.timeZone },
    states: countsOf(states),
    steps: stepsOf(edition.id, countsOf(states), unstarted),
    days,
    activities: activities.map((activity) => ({
      ...presentNamed(ctx, activity),
      capacity: activity.capacity,
      taken: activity.taken,
      states: countsOf(states.filter(({ activityId }) => activityId === activity.id)),
    })),
    provinces,
    institutions,
    next: next.map(({ what, kind, activityId, at }) => {
      const activity = activities.find(({ id }) => id === activityId)
      return { what, kind, activity: activity ? presentNamed(ctx, activity) : null, at: at.toISOString() }
    }),
  }
}
