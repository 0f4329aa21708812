import type { Channel } from '@lectern/contract/account-values.ts'
import type { CurrentUser } from '@lectern/contract/accounts.ts'
import type { Client } from '../../request/client.ts'

/** The account of who opened the page, and what it takes to change it. */
export interface OwnAccount {
  user: CurrentUser
  client: Client
  /** How codes reach people on this site. */
  channels: readonly Channel[]
  /** Nothing is really sent: organisers see the codes. */
  demo: boolean
  /** Asks again for what is stored. */
  refresh: () => Promise<CurrentUser | undefined>
  /** Takes over what the server answered. */
  set: (user: CurrentUser) => void
}

export const contactKinds = ['email', 'phone'] as const
export type ContactKind = (typeof contactKinds)[number]

const channelOfKind: Record<ContactKind, Channel> = { email: 'mail', phone: 'sms' }

/** Whether a contact of this kind can be confirmed, and so added or changed. */
export const canConfirm = (kind: ContactKind, channels: readonly Channel[]): boolean =>
  channels.includes(channelOfKind[kind])
