import { stagePhases } from '@lectern/contract/competition/competition-values.ts'
import type { TeamId } from '@lectern/contract/ids.ts'
import type { Ctx } from '../../../platform/context.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { dueOf, checkTimeToEnrol, viewTeams, type TeamView } from '../../teams/service.ts'
import { hasOffer } from '../policy.ts'
import { noteReminder, remindersOf } from './reminder-notes.ts'
import { teamsWithUndone } from '../queries.ts'
import { notifyPeople } from '../service.ts'
import type { reminder } from '../tables.ts'

const hour = 3_600_000

interface Kind {
  kind: (typeof reminder.$inferSelect)['kind']
  within: number
  word: Parameters<typeof notifyPeople>[2]
}

/** The nearer one first: a reminder of the last day replaces the one of three days. */
const undone: readonly Kind[] = [
  { kind: 'hours', within: 24 * hour, word: 'dueInHours' },
  { kind: 'days', within: 72 * hour, word: 'dueInDays' },
]

/** The offer itself was announced at most two days before. */
const offered: readonly Kind[] = undone.filter(({ kind }) => kind === 'hours')

/** Later than for drafts: a submission exists already. */
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

/** The reminder that is due for a team, while it can still act. */
const nearOf = (view: TeamView, ctx: Ctx) => {
  const due = dueOf(view)
  // A team on the waiting list can do nothing but wait.
  const isWaiting = view.waiting !== undefined && !hasOffer(view)
  if (!due || isWaiting || !checkTimeToEnrol(view, ctx).permitted) return undefined
  const near = kindsOf(view).find(({ within }) => due.getTime() - ctx.now.getTime() <= within)
  return near && { ...near, teamId: view.id, phaseKind: stagePhases.enrolment, closesAt: due }
}

/** Reads the team again: it may have submitted while others were reminded. */
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
 * A job: reminds teams without a submission three days and one day before the deadline, and teams with an amendment
 * one day and three hours before.
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
