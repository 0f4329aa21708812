import { randomInt } from 'node:crypto'
import { inviteCodeLength, inviteCodeLetters } from '@lectern/contract/teams/team-values.ts'

/** About as long as a team takes to form. */
const inviteMilliseconds = 30 * 86_400_000

/** A code that anybody who has it may join with. */
export const newInvite = (now: Date) => ({
  inviteCode: Array.from(
    { length: inviteCodeLength },
    () => inviteCodeLetters[randomInt(inviteCodeLetters.length)],
  ).join(''),
  inviteExpiresAt: new Date(now.getTime() + inviteMilliseconds),
})
