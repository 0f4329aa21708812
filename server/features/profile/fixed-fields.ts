import { isDeepStrictEqual } from 'node:util'
import type { updateUser as updateUserEndpoint } from '@lectern/contract/accounts/accounts.ts'
import type { BodyOf } from '@lectern/contract/endpoint.ts'
import type { Ctx } from '../../platform/context.ts'
import { eq } from '../../platform/database/drizzle.ts'
import { AppError } from '../../platform/failure.ts'
import { t } from '../../platform/messages.ts'
import { dutiesOf, dutyColumns, isComplete, presentDuties, presentUser, type Account } from '../accounts/service.ts'
import { account as accountTable, organiser } from '../accounts/tables.ts'
import { lacksSecondFactor, sessionUserOf } from '../sign-in/service.ts'
import { credential } from '../sign-in/tables.ts'

const fixed = [
  'username',
  'email',
  'phone',
  'avatar',
  'isComplete',
  'hasPassword',
  'hasSecondFactor',
  'lacksSecondFactor',
  'duties',
  'activities',
] as const
type FixedName = (typeof fixed)[number]

export type FixedFields = Pick<BodyOf<typeof updateUserEndpoint>, FixedName>

const valuesNow = async (ctx: Ctx, account: Account): Promise<Record<FixedName, unknown>> => {
  const [keys] = await ctx.db
    .select({ password: credential.password, confirmedAt: credential.totpConfirmedAt, ...dutyColumns })
    .from(accountTable)
    .leftJoin(credential, eq(credential.accountId, accountTable.id))
    .leftJoin(organiser, eq(organiser.accountId, accountTable.id))
    .where(eq(accountTable.id, account.id))
  const { channels, office } = ctx.installation
  const hasSecondFactor = (keys?.confirmedAt ?? null) !== null
  return {
    ...presentUser(account),
    isComplete: isComplete(account, channels),
    hasPassword: (keys?.password ?? null) !== null,
    hasSecondFactor,
    lacksSecondFactor: lacksSecondFactor(
      { account, hasSecondFactor, strong: sessionUserOf(ctx.actor)!.strong },
      office,
    ),
    ...presentDuties(dutiesOf(account.access, keys!)),
  }
}

/** Read-only fields may be sent back unchanged; a change of one is refused at its field. */
export const refuseFixed = async (ctx: Ctx, account: Account, fields: FixedFields): Promise<void> => {
  const names = fixed.filter((name) => fields[name] !== undefined)
  if (names.length === 0) return
  const now = await valuesNow(ctx, account)
  const changed = names.filter((name) => !isDeepStrictEqual(fields[name], now[name]))
  if (changed.length === 0) return
  const message = t(ctx.locale, 'error.account.fieldFixed')
  throw new AppError(
    'account.fieldFixed',
    {},
    changed.map((path) => ({ path, message })),
  )
}
