import { isDeepStrictEqual } from 'node:util'
import { defaultScope, defaultSecondFactorValues } from '@lectern/contract/settings/sign-in-provider-values.ts'
import { lockSetting, writeSetting } from '../features/settings/queries.ts'
import { storedProviders, type StoredProvider } from '../features/settings/stored-sign-in-providers.ts'
import { eventually, type TestSite } from './site.ts'

/** Sets a provider of sign-in, and waits until the program knows it. */
export const createProvider = async (
  site: Pick<TestSite, 'db' | 'asProgram'>,
  values: Partial<StoredProvider> & Pick<StoredProvider, 'key'>,
): Promise<void> => {
  await site.db.transaction(async (db) => {
    const now = site.asProgram().now
    const { value, version } = await lockSetting(db, 'signIn', now)
    const provider: StoredProvider = {
      adapter: 'oidc',
      name: { 'zh-CN': values.key },
      address: 'https://sso.example.org',
      clientId: 'lectern',
      scope: defaultScope,
      secret: null,
      triedAt: now.toISOString(),
      allowsSignUp: true,
      trustsEmail: false,
      secondFactorValues: defaultSecondFactorValues,
      isShown: true,
      ...values,
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
