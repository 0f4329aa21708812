import type { Channel } from '@lectern/contract/accounts/account-values.ts'
import type { CurrentUser } from '@lectern/contract/accounts/accounts.ts'
import type { SiteFacts } from '@lectern/contract/settings/site.ts'
import type { Client } from '../../request/client.ts'

/** The account of the user who opened the page, and functions to change it. */
export interface OwnAccount {
  user: CurrentUser
  client: Client
  /** Channels by which this site can send codes. */
  channels: readonly Channel[]
  /** In the demo nothing is sent: organisers see the codes. */
  demo: boolean
  /** Whose sign-ins can be linked. */
  signInProviders: SiteFacts['signInProviders']
  /** Loads the account again. */
  refresh: () => Promise<CurrentUser | undefined>
  /** Stores the account from a response. */
  set: (user: CurrentUser) => void
}

export const contactKinds = ['email', 'phone'] as const
export type ContactKind = (typeof contactKinds)[number]

const channelOfKind: Record<ContactKind, Channel> = { email: 'mail', phone: 'sms' }

/** Whether a contact of this kind can be confirmed, and therefore added or changed. */
export const canConfirm = (kind: ContactKind, channels: readonly Channel[]): boolean =>
  channels.includes(channelOfKind[kind])
