import type { BodyOf } from '@lectern/contract/endpoint.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import { localize } from '@lectern/contract/localized.ts'
import type { deleteAccount as deleteAccountEndpoint } from '@lectern/contract/accounts/my-data.ts'
import type { SignedIn } from '../../platform/context.ts'
import { fail } from '../../platform/failure.ts'
import type { DataFormat, DataSubject, Feature } from '../../platform/feature.ts'
import { refusalOf, refuseTogether, type Refusal } from '../../platform/problems.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { lockForErasure, type Account } from '../accounts/service.ts'
import { audit } from '../audit/service.ts'
import { sessionUserOf, requirePassword, requireSecondFactor } from '../sign-in/service.ts'

const subjectOf = ({ id, locale, realName, email, phone }: Account): DataSubject => ({
  id,
  locale,
  realName,
  email,
  phone,
  contacts: [email, phone].filter((contact) => contact !== null),
})

export interface MyData {
  locale: Locale
  data: Record<string, unknown>
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Parts of the same name are joined. */
const joined = (data: Record<string, unknown>, more: Record<string, unknown>): Record<string, unknown> => {
  const parts = Object.entries(more).map(([name, part]) => {
    const list = data[name]
    return [name, isRecord(list) && isRecord(part) ? { ...list, ...part } : part]
  })
  return { ...data, ...Object.fromEntries(parts) }
}

/** Everything that is stored about the current user. Features run one after the other; speed does not matter here. */
export const collectMyData = async (ctx: SignedIn, features: readonly Feature[]): Promise<MyData> => {
  const { account } = sessionUserOf(ctx.actor)!
  const { locale } = account
  const format: DataFormat = {
    locale,
    inLanguage: (text) => localize(text, locale).text,
    addressOf: (file) => `${ctx.installation.address}/api/files/${file}`,
  }
  // The account comes first in the file.
  let data: Record<string, unknown> = { account: {} }
  for (const { personalData } of features)
    data = joined(data, (await personalData?.collect?.(ctx, subjectOf(account), format)) ?? {})
  return { locale, data }
}

/** Checks that the typed username and password are the user's own. */
export const findDeletionProblems = async (
  ctx: SignedIn,
  { username, password, passkey }: Partial<BodyOf<typeof deleteAccountEndpoint>>,
): Promise<readonly Refusal[]> => [
  username === undefined || sessionUserOf(ctx.actor)?.account.username === username
    ? undefined
    : fail('account.nameDiffers').at('username'),
  // A passkey is checked as the last thing, because it is used up.
  password === undefined || passkey ? undefined : await refusalOf(requirePassword(ctx, password, 'password')),
]

const checkDeletion = async (
  ctx: SignedIn,
  features: readonly Feature[],
  typed: BodyOf<typeof deleteAccountEndpoint>,
): Promise<void> => {
  for (const { personalData } of features) await personalData?.checkDeletion?.(ctx, typed)
}

/** The highest feature first; then the work that features have deferred. */
const eraseEverywhere = async (ctx: SignedIn, features: readonly Feature[], person: DataSubject): Promise<void> => {
  const later: (() => Promise<void>)[] = []
  for (const { personalData } of features.toReversed()) {
    const rest = await personalData?.erase?.(ctx, person)
    if (rest) later.push(rest)
  }
  for (const finish of later) await finish()
}

/**
 * Deletes the current user's account and everything that identifies them. Consents and contest records stay, and
 * refer to an anonymous row.
 */
export const deleteAccount = async (
  outer: SignedIn,
  features: readonly Feature[],
  typed: BodyOf<typeof deleteAccountEndpoint>,
): Promise<void> => {
  const { id } = outer.actor
  const { passkey, password = passkey ? undefined : '' } = typed
  refuseTogether(outer, await findDeletionProblems(outer, { ...typed, password }))
  await checkDeletion(outer, features, typed)
  await requireSecondFactor(outer, typed, 'password')
  // The address of this request is personal as well and must not be logged.
  const nowhere = { ...outer, caller: { address: '', userAgent: '' } }
  await inTransaction(nowhere, async (ctx) => {
    const locked = await lockForErasure(ctx, id)
    for (const { personalData } of features) await personalData?.lock?.(ctx, id)
    // A team may have been handed over or have submitted meanwhile.
    await checkDeletion(ctx, features, typed)
    await eraseEverywhere(ctx, features, subjectOf(locked))
    await audit(ctx, 'account.deleted', { subject: { kind: 'account', id } })
  })
}
