import type { Encryption } from '../../platform/encryption.ts'
import type { SignInProvider } from '../../platform/sign-in-provider.ts'

/** A provider in the setting `signIn`: its secret is encrypted with a key outside the database. */
export interface StoredProvider extends Omit<SignInProvider, 'secret' | 'source'> {
  secret: string | null
  /** When it last answered as it should; null: not since it was set or changed. */
  triedAt: string | null
}

/** The value of the setting `signIn`. */
export const storedProviders = (value: Record<string, unknown> | undefined): readonly StoredProvider[] =>
  (value?.['providers'] as StoredProvider[] | undefined) ?? []

/** Bound to the ciphertext of its secret. */
const ownerOf = (key: string): string => `sign-in provider ${key}`

export const encryptProviderSecret = (encryption: Encryption, key: string, secret: string): Promise<string> =>
  encryption.encrypt(ownerOf(key), secret)

const readProvider = async (
  encryption: Encryption,
  { secret, triedAt: _triedAt, ...provider }: StoredProvider,
): Promise<SignInProvider> => ({
  ...provider,
  secret: secret === null ? undefined : await encryption.decrypt(ownerOf(provider.key), secret),
  source: 'office',
})

export const readProviders = (
  encryption: Encryption,
  value: Record<string, unknown> | undefined,
): Promise<SignInProvider[]> =>
  Promise.all(storedProviders(value).map((provider) => readProvider(encryption, provider)))
