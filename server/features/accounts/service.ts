import type { Channel } from '@lectern/contract/account-values.ts'
import type { Account } from './tables.ts'

export { replaceAvatar } from './avatar.ts'
export { addAccounts, changeAccount, keepAnAdmin, lockAccount } from './changes.ts'
export { maskContact, setContact } from './contacts.ts'
export { eraseAccount } from './erase.ts'
export { changeMailChoices, requireMailChoices } from './mail-choices.ts'
export { createAccount } from './new-account.ts'
export { presentUser } from './present.ts'
export { isCalled, isUsernameTaken } from './queries.ts'
export type { Account } from './tables.ts'

const needed = ['realName', 'school', 'department', 'title', 'province', 'city'] as const

/** Everything that an enrolment needs to know about a person is there: both contacts too, where both can be confirmed. */
export const isComplete = (person: Account, channels: readonly Channel[]): boolean =>
  needed.every((field) => person[field] !== null) &&
  (person.email !== null || !channels.includes('mail')) &&
  (person.phone !== null || !channels.includes('sms'))

/** What a person is called and where he is reached: nothing of it makes a password. */
export const namesOf = ({ username, nickname, realName, email, phone }: Partial<Account>): (string | null)[] => [
  username ?? null,
  nickname ?? null,
  realName ?? null,
  email ?? null,
  phone ?? null,
]
