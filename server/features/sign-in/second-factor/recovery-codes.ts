import type { AccountId } from '@lectern/contract/ids.ts'
import { randomLetters } from '../../../platform/random-letters.ts'
import type { Secrets } from '../../../platform/secrets.ts'

const amount = 10
const length = 10

/** Normalizes a code, however somebody copied it from paper. */
export const plainCode = (text: string): string => text.toLowerCase().replaceAll(/[\s-]/g, '')

export const hashOfCode = (secrets: Secrets, accountId: AccountId, plain: string): string =>
  secrets.digest('recovery code', `${accountId} ${plain}`).toString('hex')

const newCode = (): string => {
  const letters = randomLetters(length)
  return `${letters.slice(0, length / 2)}-${letters.slice(length / 2)}`
}

/** The codes for the user, shown once, and the hashes to store. */
export const newRecoveryCodes = (secrets: Secrets, accountId: AccountId): { codes: string[]; hashes: string[] } => {
  const codes = Array.from({ length: amount }, newCode)
  return { codes, hashes: codes.map((code) => hashOfCode(secrets, accountId, plainCode(code))) }
}
