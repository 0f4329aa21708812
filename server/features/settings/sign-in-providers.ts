import type { BodyOf } from '@lectern/contract/endpoint.ts'
import { maxProviders } from '@lectern/contract/settings/sign-in-provider-values.ts'
import type {
  ProviderInfo,
  ProviderInput,
  removeSignInProvider as removeEndpoint,
} from '@lectern/contract/settings/sign-in-providers.ts'
import type { LocalizedText } from '@lectern/contract/localized.ts'
import type { Ctx, SignedIn } from '../../platform/context.ts'
import { fail } from '../../platform/failure.ts'
import { t } from '../../platform/messages.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { audit } from '../audit/service.ts'
import { asWritten, sendNotices } from '../notices/service.ts'
import { departToTry, explainProviderFailure, sessionUserOf } from '../sign-in/service.ts'
import { requireControl } from '../steps/service.ts'
import { requireConfirmation } from './mail-server.ts'
import { findSetting, lockSetting, otherOrganisers, writeSetting } from './queries.ts'
import { encryptProviderSecret, storedProviders, type StoredProvider } from './stored-sign-in-providers.ts'

const subject = { kind: 'settings', id: 'signIn' } as const

const callbackBase = ({ installation }: Ctx): string => `${installation.address}/account/SignIn/`

export const listProviders = async (ctx: Ctx) => {
  const row = await findSetting(ctx.db, 'signIn')
  const stored = storedProviders(row?.value)
  const list = ctx.installation.signInProviders.map(({ secret, ...provider }): ProviderInfo => ({
    ...provider,
    secondFactorValues: [...provider.secondFactorValues],
    hasSecret: secret !== undefined,
    triedAt: (provider.source === 'office' && stored.find(({ key }) => key === provider.key)?.triedAt) || null,
    callback: callbackBase(ctx) + provider.key,
  }))
  return { list, version: row?.version ?? 0, callbackBase: callbackBase(ctx) }
}

/** For the audit log, without the secret. */
const auditFields = (provider: StoredProvider) => ({
  provider: provider.key,
  name: provider.name,
  signInAdapter: provider.adapter,
  issuer: provider.address,
  clientId: provider.clientId,
  allowsSignUp: provider.allowsSignUp,
  trustsEmail: provider.trustsEmail,
  secondFactorValues: [...provider.secondFactorValues],
  isShown: provider.isShown,
})

type Change = (
  before: StoredProvider | undefined,
  all: readonly StoredProvider[],
) => Promise<StoredProvider | undefined>

/** Changes one provider in one transaction with the audit entry; returns it as it was and as it is. */
const change = (
  outer: SignedIn,
  { key, version }: { key: string; version?: number },
  next: Change,
  after: (ctx: SignedIn, name: LocalizedText) => Promise<void> = async () => {},
): Promise<void> =>
  inTransaction(outer, async (ctx) => {
    const row = await lockSetting(ctx.db, 'signIn', ctx.now)
    if (version !== undefined && row.version !== version) throw fail('resource.changed')
    const all = storedProviders(row.value)
    const former = all.find((provider) => provider.key === key)
    const changed = await next(former, all)
    const providers = former
      ? all.flatMap((provider) => (provider === former ? (changed ?? []) : provider))
      : [...all, ...(changed ? [changed] : [])]
    await writeSetting(ctx.db, 'signIn', { value: { providers }, version: row.version + 1, updatedAt: ctx.now })
    await audit(ctx, 'settings.changed', {
      subject,
      ...(former && { before: auditFields(former) }),
      ...(changed && { after: auditFields(changed) }),
    })
    await after(ctx, (changed ?? former)!.name)
  })

/** Other organisers hear of it: whoever controls a provider gets into every account that is linked to it. */
const notifyOthers =
  (message: 'signInProviderChanged' | 'signInProviderRemoved') => async (ctx: SignedIn, name: LocalizedText) => {
    const person = asWritten(sessionUserOf(ctx.actor)!.account.username)
    const others = await otherOrganisers(ctx.db, ctx.actor.id)
    await sendNotices(
      ctx,
      others.map((id) => ({
        to: { account: id },
        kind: 'security',
        message,
        values: { person, name: { inLanguages: name } },
        link: '/Admin/Setting?tab=signIn',
        about: ctx.actor.id,
      })),
    )
  }

const refuseOperators = ({ installation }: Ctx, key: string): void => {
  const isOperators = installation.signInProviders.some(
    (provider) => provider.key === key && provider.source === 'operator',
  )
  if (isOperators) throw fail('provider.keyTaken').at('key')
}

/** A stored secret is sent only to the address that it was entered for. */
const secretFor = async (
  ctx: Ctx,
  key: string,
  { secret, address }: Pick<ProviderInput, 'secret' | 'address'>,
  before: StoredProvider | undefined,
): Promise<string | null> => {
  if (secret !== undefined) return encryptProviderSecret(ctx.installation.encryption, key, secret)
  if (before?.secret && before.address !== address) throw fail('provider.secretNeeded').at('secret')
  return before?.secret ?? null
}

export const saveProvider = async (
  outer: SignedIn,
  key: string,
  { ownPassword, secondFactor, passkey, version, isNew, secret: given, ...input }: ProviderInput,
): Promise<void> => {
  refuseOperators(outer, key)
  if (input.adapter === 'oidc' && input.clientId === '') throw fail('request.invalid').at('clientId')
  await requireConfirmation(outer, { ownPassword, secondFactor, passkey })
  await requireControl(outer, 'rulesChanged')
  await change(
    outer,
    { key, version },
    async (before, all) => {
      if (isNew && before) throw fail('provider.keyTaken').at('key')
      if (!isNew && !before) throw fail('provider.notFound')
      if (!before && all.length >= maxProviders) throw fail('provider.tooMany', { most: maxProviders })
      const secret = await secretFor(outer, key, { secret: given, address: input.address }, before)
      const isSame =
        before?.adapter === input.adapter &&
        before.address === input.address &&
        before.clientId === input.clientId &&
        before.scope === input.scope &&
        given === undefined
      const { triedAt, isShown } = isSame ? before : { triedAt: null, isShown: false }
      return { ...input, key, secret, triedAt, isShown }
    },
    notifyOthers('signInProviderChanged'),
  )
}

/** Nobody sees a button that does not work. */
export const showProvider = async (
  outer: SignedIn,
  key: string,
  { isShown, version }: { isShown: boolean; version: number },
): Promise<void> => {
  await requireControl(outer, 'rulesChanged')
  await change(
    outer,
    { key, version },
    async (before) => {
      if (!before) throw fail('provider.notFound')
      if (isShown && before.triedAt === null) throw fail('provider.untried')
      return { ...before, isShown }
    },
    notifyOthers('signInProviderChanged'),
  )
}

export const removeProvider = async (
  outer: SignedIn,
  key: string,
  { version, ...confirmation }: BodyOf<typeof removeEndpoint>,
): Promise<void> => {
  await requireConfirmation(outer, confirmation)
  await requireControl(outer, 'rulesChanged')
  await change(
    outer,
    { key, version },
    async (before) => {
      if (!before) throw fail('provider.notFound')
      return undefined
    },
    notifyOthers('signInProviderRemoved'),
  )
}

export const tryProvider = async (ctx: SignedIn, key: string, browser: string) => {
  try {
    return { ...(await departToTry(ctx, key, browser)), failure: null }
  } catch (error) {
    const failure = explainProviderFailure(error)
    if (!failure) throw error
    return { to: null, failure: { ...failure, message: t(ctx.locale, `provider.failure.${failure.name}`) } }
  }
}

/** A provider of the operator keeps no record of tries. */
export const markProviderTried = async (ctx: Ctx, key: string): Promise<void> => {
  const row = await lockSetting(ctx.db, 'signIn', ctx.now)
  const providers = storedProviders(row.value).map((provider) =>
    provider.key === key ? { ...provider, triedAt: ctx.now.toISOString() } : provider,
  )
  await writeSetting(ctx.db, 'signIn', { value: { providers }, version: row.version + 1, updatedAt: ctx.now })
  await audit(ctx, 'settings.providerTried', { subject, after: { provider: key } })
}
