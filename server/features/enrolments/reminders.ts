import type { TeamId } from '@lectern/contract/ids.ts'
import type { Ctx } from '../../platform/context.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { viewTeams, type TeamView } from '../teams/service.ts'
import { teamsWithUndone } from './queries.ts'
import { tellPeople } from './service.ts'
import { reminder } from './tables.ts'

const hour = 3_600_000

/** The nearer one first: who is told that a day is left need not be told that three are. */
const kinds = [
  { kind: 'hours', within: 24 * hour },
  { kind: 'days', within: 72 * hour },
] as const

/** Until when a team has to do what it has not done: the answer to a return has its own time. */
const dueOf = ({ enrolment, deadline }: TeamView): Date | undefined =>
  enrolment?.state === 'returned' && enrolment.resubmitBy ? enrolment.resubmitBy : deadline?.closesAt

/** True if nobody has reminded them of this before. */
const noteReminder = async (ctx: Ctx, teamId: TeamId, kind: 'days' | 'hours', closesAt: Date): Promise<boolean> => {
  const { rowCount } = await ctx.db
    .insert(reminder)
    .values({ teamId, kind, closesAt, sentAt: ctx.now })
    .onConflictDoNothing()
  return rowCount === 1
}

const remind = (outer: Ctx, view: TeamView): Promise<void> =>
  inTransaction(outer, async (ctx) => {
    const due = dueOf(view)
    if (!due || due <= ctx.now) return
    const left = due.getTime() - ctx.now.getTime()
    const near = kinds.find(({ within }) => left <= within)
    if (!near || !(await noteReminder(ctx, view.id, near.kind, due))) return
    await tellPeople(ctx, view, near.kind === 'hours' ? 'dueInHours' : 'dueInDays', {
      id: view.enrolment?.id,
      number: view.enrolment?.number ?? null,
      until: due,
    })
  })

const batch = 200

/** A job: teams that have not submitted are reminded three days and one day before it is too late. */
export const remindTeams = async (ctx: Ctx): Promise<void> => {
  let after: TeamId | undefined
  do {
    const ids = await teamsWithUndone(ctx.db, after, batch)
    for (const view of await viewTeams(ctx, ids)) await remind(ctx, view)
    after = ids.length < batch ? undefined : ids.at(-1)
  } while (after)
}
