import type { AccountId, RedactionId, WorkId } from '@lectern/contract/ids.ts'
import type { Ctx } from '../../../platform/context.ts'
import { eq, sql } from '../../../platform/database/drizzle.ts'
import { account } from '../../accounts/tables.ts'
import { activity } from '../../competition/tables.ts'
import { enrolment } from '../../enrolments/tables.ts'
import { asWritten, sendNotices } from '../../notices/service.ts'
import { secondOrganisers } from '../../teams/service.ts'
import { activitiesOfWork } from '../affected-activities.ts'
import { work } from '../tables.ts'

/** A work in the office, at one of its proposed copies. */
export const redactionLink = ({ id, workId }: { id: RedactionId; workId: WorkId }): string =>
  `/Admin/Work/${workId}#redaction-${id}`

interface ProposedRedaction {
  id: RedactionId
  workId: WorkId
  reason: string
  proposedBy: AccountId
}

/** Notifies those who may confirm the copy. */
export const notifyOfRedaction = async (ctx: Ctx, proposal: ProposedRedaction): Promise<void> => {
  const { workId, reason, proposedBy } = proposal
  const [row] = await ctx.db
    .select({
      activityId: work.activityId,
      activity: activity.name,
      number: enrolment.number,
      person: sql<string>`(select username from ${account} where ${account.id} = ${proposedBy})`,
    })
    .from(work)
    .innerJoin(enrolment, eq(enrolment.id, work.enrolmentId))
    .innerJoin(activity, eq(activity.id, work.activityId))
    .where(eq(work.id, workId))
  if (!row) return
  const others = await secondOrganisers(ctx, proposedBy, row.activityId)
  await sendNotices(
    ctx,
    others.map((id) => ({
      to: { account: id },
      kind: 'contest',
      message: 'work.redactionProposed',
      values: {
        activity: { inLanguages: row.activity },
        number: asWritten(row.number ?? ''),
        person: asWritten(row.person),
        reason: asWritten(reason),
      },
      link: redactionLink(proposal),
      about: proposedBy,
      activities: activitiesOfWork({ id: workId }),
    })),
  )
}
