import type { AccountId } from '@lectern/contract/ids.ts'
import type { Ctx } from '../../platform/context.ts'
import { eq } from '../../platform/database/drizzle.ts'
import { asWritten, sendNotices, type NoticeOf, type NoticeValues } from '../notices/service.ts'
import { teamMember } from '../teams/tables.ts'
import { arbiterIds } from './arbiters/arbiters.ts'
import type { CaseView } from './case-view.ts'

type Told = Pick<CaseView, 'id' | 'number' | 'activityName' | 'timeZone'>

const valuesOf = ({ number, activityName }: Told, more: NoticeValues = {}): NoticeValues => ({
  number: asWritten(number),
  activity: { inLanguages: activityName },
  ...more,
})

/** Notifies a party: `notice.case.<what>`. The letters are confidential: organisers read the outbox. */
const notify = async (
  ctx: Ctx,
  people: readonly AccountId[],
  notification: Told,
  what: NoticeOf<'case.'>,
  values?: NoticeValues,
): Promise<void> => {
  await sendNotices(
    ctx,
    people.map((account) => ({
      to: { account },
      kind: 'contest',
      message: `case.${what}`,
      values: valuesOf(notification, values),
      link: `/account/Case?id=${notification.id}`,
      isConfidential: true,
    })),
  )
}

/** Everybody in the team of the work, without those who filed the case themselves. */
const peopleOfTeam = async (ctx: Ctx, { teamId, partyId }: CaseView): Promise<AccountId[]> => {
  if (!teamId) return []
  const members = await ctx.db
    .select({ id: teamMember.accountId })
    .from(teamMember)
    .where(eq(teamMember.teamId, teamId))
    .orderBy(teamMember.position)
  return members.map(({ id }) => id).filter((id) => id !== partyId)
}

/** Who objected or appealed; erased parties are told nothing. */
export const notifyFiler = (ctx: Ctx, view: CaseView, what: NoticeOf<'case.'>, values?: NoticeValues): Promise<void> =>
  notify(ctx, view.partyId ? [view.partyId] : [], view, what, values)

export const notifyTeam = async (
  ctx: Ctx,
  view: CaseView,
  what: NoticeOf<'case.'>,
  values?: NoticeValues,
): Promise<void> => notify(ctx, await peopleOfTeam(ctx, view), view, what, values)

/** The party of the objection is told how the appeal of the team ended, with a link to its own case. */
export const notifyFirstParty = (
  ctx: Ctx,
  first: CaseView,
  what: NoticeOf<'case.'>,
  values?: NoticeValues,
): Promise<void> => notify(ctx, first.partyId ? [first.partyId] : [], first, what, values)

/** Arbiters are told the number alone; whoever is concerned learns no more than any organiser. */
export const notifyArbiters = async (
  ctx: Ctx,
  notification: Told,
  what: NoticeOf<'case.'>,
  values?: NoticeValues,
): Promise<void> => {
  const accounts = await arbiterIds(ctx)
  await sendNotices(
    ctx,
    accounts.map((account) => ({
      to: { account },
      kind: 'contest',
      message: `case.${what}`,
      values: valuesOf(notification, values),
      link: `/Admin/Case/${notification.id}`,
    })),
  )
}
