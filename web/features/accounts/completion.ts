import type { Channel } from '@lectern/contract/accounts/account-values.ts'
import type { CurrentUser } from '@lectern/contract/accounts/accounts.ts'
import { canConfirm, contactKinds, type ContactKind } from './own-account.ts'
import type { ProfileField } from './profile-edits.ts'

/** Profile fields that an enrolment requires. */
export const neededFields = [
  'realName',
  'school',
  'department',
  'title',
  'country',
  'province',
  'city',
] as const satisfies readonly ProfileField[]

export type CompletionStep = 'details' | ContactKind

/** The remaining steps in order. A complete profile still has the details step, for review. */
export const stepsOf = (user: CurrentUser, channels: readonly Channel[]): CompletionStep[] => {
  const contacts = contactKinds.filter((kind) => user[kind] === null && canConfirm(kind, channels))
  const isNotified = neededFields.every((field) => user[field] !== null)
  return isNotified && contacts.length > 0 ? contacts : ['details', ...contacts]
}
