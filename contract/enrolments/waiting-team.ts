import { z } from 'zod'

/** State of a team on the waiting list of a full activity. */
export const waitingTeam = z.object({
  position: z.int(),
  /** A seat is reserved for the team until then; null if none has been offered yet. */
  offeredUntil: z.iso.datetime().nullable(),
})
export type WaitingTeam = z.infer<typeof waitingTeam>
