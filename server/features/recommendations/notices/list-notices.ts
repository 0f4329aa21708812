import type { AccountId, InstitutionId } from '@lectern/contract/ids.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { and, eq, inArray, sql } from '../../../platform/database/drizzle.ts'
import { account } from '../../accounts/tables.ts'
import { institutionOfficer } from '../../institutions/tables.ts'
import { asWritten, sendNotices, type NewNotice, type NoticeOf, type NoticeValues } from '../../notices/service.ts'
import type { ListView } from '../policy.ts'
import { belowAddress, listAddress } from '../lists/list-addresses.ts'

/** Officers in office, by institution. */
export const officersOf = async (db: Database, institutions: readonly InstitutionId[]) => {
  if (institutions.length === 0) return []
  // Looked up for each officer: some thousand officers of early accounts make a merge with all accounts look cheap.
  const holder = db
    .select({
      id: account.id,
      locale: account.locale,
      realName: account.realName,
      nickname: account.nickname,
      username: account.username,
      email: account.email,
    })
    .from(account)
    .where(and(eq(account.id, institutionOfficer.accountId), eq(account.status, 'active')))
    .limit(1)
    .as('holder')
  return db
    .select({
      institutionId: institutionOfficer.institutionId,
      id: holder.id,
      locale: holder.locale,
      realName: holder.realName,
      nickname: holder.nickname,
      username: holder.username,
      email: holder.email,
    })
    .from(institutionOfficer)
    .innerJoinLateral(holder, sql`true`)
    .where(and(inArray(institutionOfficer.institutionId, [...institutions]), eq(institutionOfficer.state, 'active')))
    .orderBy(institutionOfficer.startedAt, institutionOfficer.id)
}

export type FoundOfficer = Awaited<ReturnType<typeof officersOf>>[number]

interface ToOfficers {
  view: Pick<ListView, 'activity' | 'institution'>
  officers: readonly FoundOfficer[]
  values?: NoticeValues
  link: string
  until?: Date | undefined
}

/** Notices to officers: `notice.recommendation.<message>`. */
export const noticesToOfficers = (
  message: NoticeOf<'recommendation.'>,
  { view: { activity, institution }, officers, values, link, until }: ToOfficers,
): NewNotice[] =>
  officers.map(({ id, locale }) => ({
    to: { account: id },
    kind: 'contest',
    message: `recommendation.${message}`,
    values: {
      institution: { inLanguages: institution.name },
      activity: { inLanguages: activity.name },
      until: until ? { moment: until, timeZone: activity.edition.timeZone } : asWritten(''),
      ...values,
    },
    link,
    letterLocale: locale,
    activities: sql`select ${activity.id}::uuid`,
  }))

const withoutActor = (ctx: Ctx, officers: readonly FoundOfficer[]): FoundOfficer[] => {
  const own: AccountId | undefined = ctx.actor.kind === 'account' ? ctx.actor.id : undefined
  return officers.filter(({ id }) => id !== own)
}

/** Officers of the province learn that a list waits for them. Organisers see it in their menu. */
export const notifyHandedIn = async (ctx: Ctx, view: ListView): Promise<void> => {
  const { rules, institution } = view
  if (rules.by !== 'schoolAndProvince' || institution.kind !== 'school' || !institution.parentId) return
  const officers = withoutActor(ctx, await officersOf(ctx.db, [institution.parentId]))
  await sendNotices(
    ctx,
    noticesToOfficers('handedIn', { view, officers, link: belowAddress(view.activity.id, institution.parentId) }),
  )
}

interface Decision {
  reason?: string | undefined
  until?: Date | undefined
}

/** Officers of an institution learn what the level above has decided about their list. */
export const notifyOfficers = async (
  ctx: Ctx,
  view: ListView,
  message: NoticeOf<'recommendation.'>,
  { reason = '', until }: Decision = {},
): Promise<void> => {
  const officers = withoutActor(ctx, await officersOf(ctx.db, [view.institution.id]))
  await sendNotices(
    ctx,
    noticesToOfficers(message, {
      view,
      officers,
      until,
      values: { reason: asWritten(reason) },
      link: listAddress(view.activity.id, view.institution.id),
    }),
  )
}
