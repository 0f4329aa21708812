import type { ActivityId, ResultListId } from '@lectern/contract/ids.ts'
import type { ListStep } from '@lectern/contract/results/result-values.ts'
import type { Ctx, SignedIn } from '../../../platform/context.ts'
import { eq, sql } from '../../../platform/database/drizzle.ts'
import { account } from '../../accounts/tables.ts'
import { asWritten, sendNotices, withdrawNotices } from '../../notices/service.ts'
import { secondOrganisers } from '../../teams/service.ts'
import type { ListView } from '../lists/list-queries.ts'

const linkOf = ({ id, activityId }: { id: ResultListId; activityId: ActivityId }): string =>
  `/Admin/Result/${activityId}?list=${id}`

/** The list no longer waits for a second organiser. */
export const withdrawProposal = (ctx: Ctx, list: { id: ResultListId; activityId: ActivityId }): Promise<void> =>
  withdrawNotices(ctx, linkOf(list))

/** Notifies those who may confirm a proposed list. */
const notifyOfProposal = async (ctx: SignedIn, view: ListView): Promise<void> => {
  const others = await secondOrganisers(ctx, ctx.actor.id, view.activityId)
  const [proposer] = await ctx.db
    .select({ username: account.username })
    .from(account)
    .where(eq(account.id, ctx.actor.id))
  await sendNotices(
    ctx,
    others.map((id) => ({
      to: { account: id },
      kind: 'contest',
      message: 'result.proposed',
      values: {
        activity: { inLanguages: view.activityName },
        number: view.number,
        person: asWritten(proposer!.username),
      },
      link: linkOf(view),
      about: ctx.actor.id,
      activities: sql`select ${view.activityId}::uuid`,
    })),
  )
}

export const notifyOrganisers = async (ctx: SignedIn, view: ListView, step: ListStep): Promise<void> => {
  if (step === 'propose') await notifyOfProposal(ctx, view)
  if (step === 'confirm' || step === 'discard') await withdrawProposal(ctx, view)
}
