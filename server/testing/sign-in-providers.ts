import { isDeepStrictEqual } from 'node:util'
import { defaultScope, defaultSecondFactorValues } from '@lectern/contract/settings/sign-in-provider-values.ts'
import { lockSetting, writeSetting } from '../features/settings/queries.ts'
import {
  encryptProviderSecret,
  storedProviders,
  type StoredProvider,
} from '../features/settings/stored-sign-in-providers.ts'
import { eventually, type TestSite } from './site.ts'

/** Sets a provider of sign-in with a secret as it is typed, and waits until the program knows it. */
export const createProvider = async (
  site: Pick<TestSite, 'db' | 'asProgram'>,
  values: Partial<StoredProvider> & Pick<StoredProvider, 'key'>,
): Promise<void> => {
  const { encryption } = site.asProgram().installation
  await site.db.transaction(async (db) => {
    const now = site.asProgram().now
    const { value, version } = await lockSetting(db, 'signIn', now)
    const provider: StoredProvider = {
      adapter: 'oidc',
      name: { 'zh-CN': values.key },
      address: 'https://sso.example.org',
      clientId: 'lectern',
      scope: defaultScope,
      triedAt: now.toISOString(),
      allowsSignUp: true,
      trustsEmail: false,
      secondFactorValues: defaultSecondFactorValues,
      isShown: true,
      ...values,
      secret: values.secret ? await encryptProviderSecret(encryption, values.key, values.secret) : null,
    }
    const others = storedProviders(value).filter(({ key }) => key !== provider.key)
    await writeSetting(db, 'signIn', {
      value: { providers: [...others, provider] },
      version: version + 1,
      updatedAt: now,
    })
  })
  await eventually(() => {
    const known = site.asProgram().installation.signInProviders.find(({ key }) => key === values.key)
    const { triedAt: _triedAt, secret: _secret, ...expected } = values
    if (!isDeepStrictEqual({ ...known, ...expected }, known)) throw new Error(`${values.key} is not known yet`)
  })
}

/** Whether organisers and experts need a second factor. */
export const demandSecondFactor = (
  site: Pick<TestSite, 'db' | 'asProgram'>,
  requireSecondFactor: boolean,
): Promise<void> =>
  site.db.transaction(async (db) => {
    const now = site.asProgram().now
    const { value, version } = await lockSetting(db, 'office', now)
    await writeSetting(db, 'office', { value: { ...value, requireSecondFactor }, version, updatedAt: now })
  })
