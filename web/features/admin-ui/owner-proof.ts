import type { Assertion } from '@lectern/contract/sign-in/passkeys.ts'

/** What a form of the office sends to show that the owner of the account is there. */
export const proofOf = (
  { ownPassword, secondFactor }: { ownPassword: string; secondFactor: string },
  passkey: Assertion | undefined,
) => (passkey ? { passkey } : { ownPassword, ...(secondFactor !== '' && { secondFactor }) })
