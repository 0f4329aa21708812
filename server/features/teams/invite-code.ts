import { randomInt } from 'node:crypto'
import { inviteCodeLength, inviteCodeLetters } from '@lectern/contract/team-values.ts'

/** For as long as a team gathers, usually. */
const inviteMilliseconds = 30 * 86_400_000

/** A code that whoever has it may join by. */
export const newInvite = (now: Date) => ({
  inviteCode: Array.from(
    { length: inviteCodeLength },
    () => inviteCodeLetters[randomInt(inviteCodeLetters.length)],
  ).join(''),
  inviteExpiresAt: new Date(now.getTime() + inviteMilliseconds),
})
