import type { AnswerOf, BodyOf } from '@lectern/contract/endpoint.ts'
import type { MailSecurity } from '@lectern/contract/mail-server-values.ts'
import type { readMailServer, testMailServer } from './api.ts'

export type StoredMail = AnswerOf<typeof readMailServer>

/** The mail server as it is edited. */
export interface MailValues {
  host: string
  port: number | null
  security: MailSecurity
  username: string
  /** Empty: the stored one. */
  password: string
  sender: string
  ownPassword: string
  secondFactor: string
}

export const valuesOf = ({ server }: StoredMail): MailValues => ({
  host: server?.host ?? '',
  port: server?.port ?? 465,
  security: server?.security ?? 'tls',
  username: server?.username ?? '',
  password: '',
  sender: server?.sender ?? '',
  ownPassword: '',
  secondFactor: '',
})

/** What is confirmed with is no part of the mail server. */
const edited = ['host', 'port', 'security', 'username', 'password', 'sender'] as const

export const differs = (stored: StoredMail, values: MailValues): boolean => {
  const before = valuesOf(stored)
  return edited.some((name) => before[name] !== values[name])
}

export const sentOf = ({
  host,
  port,
  security,
  username,
  password,
  sender,
}: MailValues): BodyOf<typeof testMailServer> => ({
  host,
  // Without a port the server says what is missing.
  port: port as number,
  security,
  username,
  sender,
  ...(password !== '' && { password }),
})

/** How the state of the mail server is told. */
export const stateOf = ({ source, hasPassword }: StoredMail): 'operator' | 'office' | 'unreadable' | 'none' =>
  source === 'office' && !hasPassword ? 'unreadable' : source
