import type { Ctx } from '../../../platform/context.ts'
import { asWritten, sendNotice, sendNotices } from '../../notices/service.ts'
import type { InstitutionRow } from '../queries.ts'
import { officerAccounts, type OfficerRow } from './officer-queries.ts'

/** Tells somebody that they are an officer now, are not to be one, or are none any more. */
export const notifyOfficer = (
  ctx: Ctx,
  { accountId, institution }: Pick<OfficerRow, 'accountId' | 'institution'>,
  what: 'active' | 'refused' | 'ended',
  reason: string | undefined,
): Promise<void> =>
  sendNotice(ctx, {
    to: { account: accountId! },
    kind: 'account',
    message: `officer.${what}`,
    values: { institution: { inLanguages: institution }, reason: asWritten(reason ?? '') },
    link: '/account/Officer',
  })

/** Tells the officers of the level above of a request. Organisers see it in their menu. */
export const notifyAbove = async (ctx: Ctx, { parentId, name }: InstitutionRow): Promise<void> => {
  if (!parentId) return
  const accounts = await officerAccounts(ctx.db, parentId)
  await sendNotices(
    ctx,
    accounts.map((account) => ({
      to: { account },
      kind: 'account' as const,
      message: 'officer.requested' as const,
      values: { institution: { inLanguages: name } },
      link: '/Institution/Below',
    })),
  )
}
