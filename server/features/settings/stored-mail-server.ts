import type { MailServerInput } from '@lectern/contract/settings/mail-server.ts'
import type { Encryption } from '../../platform/encryption.ts'

export type MailServerFields = Omit<MailServerInput, 'password'>

/** The value of the setting `mail`: its password is encrypted with a key outside the database. */
export type StoredMailServer = MailServerFields & { password: string }

/** Bound to the ciphertext of the password. */
const owner = 'mail'

/** Undefined: organisers have set no mail server. */
export const storedMailServer = (value: Record<string, unknown> | undefined): StoredMailServer | undefined =>
  value && 'host' in value ? (value as StoredMailServer) : undefined

export const encryptMailPassword = (encryption: Encryption, password: string): Promise<string> =>
  encryption.encrypt(owner, password)

/** Undefined: it was encrypted with another key. */
export const readMailPassword = (encryption: Encryption, { password }: StoredMailServer): Promise<string | undefined> =>
  encryption.decrypt(owner, password)

/** In the form of SMTP_URL. */
export const mailUrl = ({ host, port, security, username, sender }: MailServerFields, password: string): URL => {
  const url = new URL(`${security === 'tls' ? 'smtps' : 'smtp'}://${host}:${port}`)
  if (security === 'none') url.searchParams.set('encryption', 'none')
  else {
    url.username = encodeURIComponent(username)
    url.password = encodeURIComponent(password)
  }
  url.searchParams.set('from', sender)
  return url
}

/** The URL of the mail server that organisers have set; undefined: none, or its password cannot be read. */
export const readMailUrl = async (
  encryption: Encryption,
  value: Record<string, unknown> | undefined,
): Promise<URL | undefined> => {
  const stored = storedMailServer(value)
  const password = stored && (await readMailPassword(encryption, stored))
  return stored && password !== undefined ? mailUrl(stored, password) : undefined
}
