import type { AnswerOf, BodyOf } from '@lectern/contract/endpoint.ts'
import type { MailSecurity } from '@lectern/contract/mail-server-values.ts'
import type { readMailServer, testMailServer } from './api.ts'

export type StoredMail = AnswerOf<typeof readMailServer>

/** Form values of the mail server. */
export interface MailValues {
  host: string
  port: number | null
  security: MailSecurity
  username: string
  /** Empty: use the stored one. */
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

/** Without the fields for confirmation. */
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
  // The server reports a missing port.
  port: port as number,
  security,
  username,
  sender,
  ...(password !== '' && { password }),
})

/** State of the mail server, for its message. */
export const stateOf = ({ source, hasPassword }: StoredMail): 'operator' | 'office' | 'unreadable' | 'none' =>
  source === 'office' && !hasPassword ? 'unreadable' : source
