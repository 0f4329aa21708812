import { z } from 'zod'
import { fileId } from '../ids.ts'

/** A file on its way into a part: it is being sent, or was interrupted. */
export const workUpload = z.object({
  id: fileId,
  part: z.string().max(40),
  /** The file that it takes the place of. */
  replaces: fileId.nullable(),
  name: z.string(),
  size: z.int(),
  received: z.int(),
  begunAt: z.iso.datetime(),
  /** Until when it can go on, unless more of it arrives. */
  keptUntil: z.iso.datetime(),
  /** Who sends it. */
  by: z.string(),
  /** The caller sends it: nobody else can go on with it or give it up. */
  isOwn: z.boolean(),
  isRunning: z.boolean(),
  /** It counts if the rest of it arrives now. */
  isInTime: z.boolean(),
})
export type WorkUpload = z.infer<typeof workUpload>
