import { isDeepStrictEqual } from 'node:util'
import type { changeDuties as changeDutiesEndpoint } from '@lectern/contract/accounts/duties.ts'
import type { Duty } from '@lectern/contract/accounts/duty-values.ts'
import type { BodyOf } from '@lectern/contract/endpoint.ts'
import type { AccountId } from '@lectern/contract/ids.ts'
import { locales } from '@lectern/contract/locales.ts'
import type { LocalizedText } from '@lectern/contract/localized.ts'
import type { Ctx, SignedIn } from '../../../platform/context.ts'
import { fail } from '../../../platform/failure.ts'
import { t } from '../../../platform/messages.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import {
  changeAccount,
  dutiesOf,
  isSeparated,
  lockAccount,
  requireAnotherForPeople,
  storeDuties,
  type OwnDuties,
} from '../../accounts/service.ts'
import { audit } from '../../audit/service.ts'
import { sendNotice } from '../../notices/service.ts'
import { requireControl } from '../../steps/service.ts'
import { existingActivities, findOrganiser } from './duty-queries.ts'

const nameOf = (duty: Duty): LocalizedText =>
  Object.fromEntries(locales.map((locale) => [locale, t(locale, `office.duty.${duty}`)]))

export const requireOrganiser = async (ctx: Ctx, id: AccountId) => {
  const row = await findOrganiser(ctx.db, id)
  if (!row) throw fail('account.notFound')
  return row
}

/** Only the duty `contest` has activities; an auditor has no other duty. */
const requireValid = async (ctx: Ctx, { duties, activities }: OwnDuties): Promise<OwnDuties> => {
  if (duties.includes('audit') && duties.length > 1) throw fail('duty.auditAlone').at('duties')
  if (ctx.installation.office.separateDuties && !isSeparated({ duties, activities }))
    throw fail('duty.separated').at('duties')
  if (!duties.includes('contest') || activities === null) return { duties, activities: null }
  if ((await existingActivities(ctx.db, activities)) < activities.length)
    throw fail('activity.notFound').at('activities')
  return { duties, activities }
}

/**
 * Changes what an organiser looks after. Nobody does that for themselves: it takes two to give somebody more than they
 * have. It holds from their next request on, because duties are read with the session of each.
 */
export const changeDuties = (
  outer: SignedIn,
  id: AccountId,
  { version, ...given }: BodyOf<typeof changeDutiesEndpoint>,
): Promise<void> =>
  inTransaction(outer, async (ctx) => {
    if (id === ctx.actor.id) throw fail('account.ownAccess').at('duties')
    if (!given.duties.includes('people')) await requireAnotherForPeople(ctx, id)
    await lockAccount(ctx, id, version)
    const { access, ...row } = await requireOrganiser(ctx, id)
    const before = dutiesOf(access, row)
    const after = await requireValid(ctx, given)
    if (isDeepStrictEqual(before, after)) return
    await requireControl(ctx, 'dutiesChanged')
    await storeDuties(ctx, id, after)
    await changeAccount(ctx, id, {})
    await audit(ctx, 'account.dutiesChanged', { subject: { kind: 'account', id }, before, after })
    await sendNotice(ctx, {
      to: { account: id },
      kind: 'account',
      message: 'dutiesChanged',
      values: { duties: { list: after.duties.map(nameOf) }, activities: after.activities?.length ?? 0 },
      link: '/Admin',
    })
  })
