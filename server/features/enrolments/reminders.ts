import { stagePhases } from '@lectern/contract/competition-values.ts'
import type { TeamId } from '@lectern/contract/ids.ts'
import type { Ctx } from '../../platform/context.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { dueOf, checkTimeToEnrol, viewTeams, type TeamView } from '../teams/service.ts'
import { hasOffer } from './policy.ts'
import { remindersOf, teamsWithUndone } from './queries.ts'
import { notifyPeople } from './service.ts'
import { reminder } from './tables.ts'

const hour = 3_600_000

interface Kind {
  kind: (typeof reminder.$inferSelect)['kind']
  within: number
  word: Parameters<typeof notifyPeople>[2]
}

/** The nearer one first: who is told that a day is left need not be told that three are. */
const undone: readonly Kind[] = [
  { kind: 'hours', within: 24 * hour, word: 'dueInHours' },
  { kind: 'days', within: 72 * hour, word: 'dueInDays' },
]

/** A place that is held was announced when it was offered, two days before at most. */
const offered: readonly Kind[] = undone.filter(({ kind }) => kind === 'hours')

/** Something stands already: it is enough to be told when it becomes urgent. */
const amended: readonly Kind[] = [
  { kind: 'amendmentHours', within: 3 * hour, word: 'amendmentDueInHours' },
  { kind: 'amendmentDay', within: 24 * hour, word: 'amendmentDueInDay' },
]

const kindsOf = (view: TeamView): readonly Kind[] => {
  if (hasOffer(view)) return offered
  const { enrolment } = view
  if (enrolment === undefined || enrolment.state === 'draft' || enrolment.state === 'returned') return undone
  return enrolment.state === 'submitted' && enrolment.amendmentStartedAt ? amended : []
}

/** What a team is to be reminded of now, while it can still do it. */
const nearOf = (view: TeamView, ctx: Ctx) => {
  const due = dueOf(view)
  // Who waits for a place can do nothing but wait.
  const isWaiting = view.waiting !== undefined && !hasOffer(view)
  if (!due || isWaiting || !checkTimeToEnrol(view, ctx).permitted) return undefined
  const near = kindsOf(view).find(({ within }) => due.getTime() - ctx.now.getTime() <= within)
  return near && { ...near, teamId: view.id, phaseKind: stagePhases.enrolment, closesAt: due }
}

/** True if nobody has reminded them of this before. */
const noteReminder = async (ctx: Ctx, values: Omit<typeof reminder.$inferInsert, 'sentAt'>): Promise<boolean> => {
  const { rowCount } = await ctx.db
    .insert(reminder)
    .values({ ...values, sentAt: ctx.now })
    .onConflictDoNothing()
  return rowCount === 1
}

/** The team is looked at anew: it may have submitted while others were reminded. */
const remind = (outer: Ctx, id: TeamId): Promise<void> =>
  inTransaction(outer, async (ctx) => {
    const [view] = await viewTeams(ctx, [id])
    const near = view && nearOf(view, ctx)
    if (!near) return
    const { teamId, phaseKind, kind, closesAt, word } = near
    if (!(await noteReminder(ctx, { teamId, phaseKind, kind, closesAt }))) return
    await notifyPeople(ctx, view, word, {
      id: view.enrolment?.id,
      number: view.enrolment?.number ?? null,
      until: closesAt,
    })
  })

type Noted = Pick<typeof reminder.$inferSelect, 'teamId' | 'phaseKind' | 'kind' | 'closesAt'>

const keyOf = ({ teamId, phaseKind, kind, closesAt }: Noted): string =>
  `${teamId} ${phaseKind} ${kind} ${closesAt.getTime()}`

const batch = 200

/**
 * A job: teams that have not submitted are reminded three days and one day before it is too late; teams with changes that are not submitted, one
 * day and three hours before.
 */
export const remindTeams = async (ctx: Ctx): Promise<void> => {
  let after: TeamId | undefined
  do {
    const ids = await teamsWithUndone(ctx.db, after, batch)
    const noted = new Set((await remindersOf(ctx.db, ids)).map(keyOf))
    for (const view of await viewTeams(ctx, ids)) {
      const near = nearOf(view, ctx)
      if (near && !noted.has(keyOf(near))) await remind(ctx, view.id)
    }
    after = ids.length < batch ? undefined : ids.at(-1)
  } while (after)
}
