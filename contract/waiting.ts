import { z } from 'zod'

/** On the waiting list of a full activity. */
export const waitingTeam = z.object({
  position: z.int(),
  /** A place is reserved for the team until then; null if none has been offered yet. */
  offeredUntil: z.iso.datetime().nullable(),
})
export type WaitingTeam = z.infer<typeof waitingTeam>
