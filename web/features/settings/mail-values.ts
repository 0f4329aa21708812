import type { readMailServer, testMailServer } from '@lectern/contract/settings/mail-server.ts'
import type { AnswerOf, BodyOf } from '@lectern/contract/endpoint.ts'
import type { MailSecurity } from '@lectern/contract/settings/mail-server-values.ts'

export type StoredMail = AnswerOf<typeof readMailServer>

const usualPorts: Record<MailSecurity, number> = { tls: 465, starttls: 587, none: 25 }

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
  // A relay without encryption asks for neither.
  username: security === 'none' ? '' : username,
  sender,
  ...(password !== '' && security !== 'none' && { password }),
})

/** The port of a kind of encryption, unless somebody has set one that is unusual. */
export const usualPort = (port: number | null, security: MailSecurity): number | null =>
  port === null || Object.values(usualPorts).includes(port) ? usualPorts[security] : port

/** State of the mail server, for its message. */
export const stateOf = ({ source, hasPassword }: StoredMail): 'operator' | 'office' | 'unreadable' | 'none' =>
  source === 'office' && !hasPassword ? 'unreadable' : source
