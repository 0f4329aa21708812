import type { Channel } from '@lectern/contract/accounts/account-values.ts'
import type { Account } from './tables.ts'

export { replaceAvatar } from './avatar.ts'
export {
  countUnmatchedSchools,
  lockMembers,
  matchSchool,
  moveMembers,
  unmatchedSchools,
} from './institution-members.ts'
export {
  addAccounts,
  changeAccount,
  lockIfActive,
  requireAnotherForPeople,
  lockOwnAccount,
  lockAccount,
} from './changes.ts'
export {
  allDuties,
  dutiesInRequest,
  dutiesOf,
  dutyColumns,
  holdersOf,
  isSeparated,
  newOrganiser,
  organisersNotSeparated,
  ownDuties,
  presentDuties,
  storeDuties,
  whereHolds,
  type OwnDuties,
} from './duties.ts'
export { maskContact, setContact } from './names/contacts.ts'
export { lockForErasure } from './erase.ts'
export { importAccounts } from './import-accounts.ts'
export { changeMailChoices, requireMailChoices } from './mail-choices.ts'
export { createAccount } from './new-account.ts'
export { expertLeaves } from './ports.ts'
export { presentUser } from './present.ts'
export { looksLikeOrganizer, mixesScripts } from './names/lookalikes.ts'
export { refuseAddresses } from './names/letter-names.ts'
export { whereIdentifiedBy, isUsernameTaken } from './queries.ts'
export type { Account } from './tables.ts'

const needed = ['realName', 'school', 'department', 'title', 'province', 'city'] as const

const contactOf = { mail: 'email', sms: 'phone' } as const satisfies Record<Channel, keyof Account>

type Needed = (typeof needed)[number] | (typeof contactOf)[Channel]

/** Profile fields that an enrolment requires and that are still empty; both contacts, where both can be confirmed. */
export const missingOf = (person: Account, channels: readonly Channel[]): Needed[] =>
  [...needed, ...channels.map((channel) => contactOf[channel])].filter((field) => person[field] === null)

export const isComplete = (person: Account, channels: readonly Channel[]): boolean =>
  missingOf(person, channels).length === 0

/** Names and contacts of a user: none of them is accepted as a password. */
export const namesOf = ({ username, nickname, realName, email, phone }: Partial<Account>): (string | null)[] => [
  username ?? null,
  nickname ?? null,
  realName ?? null,
  email ?? null,
  phone ?? null,
]
