import { z } from 'zod'

/** Things that are decided on one after another. */
export const queueOf = <Id extends z.ZodType>(id: Id) =>
  z.object({
    total: z.int(),
    /** Of the one that is looked at, from 1; null: it does not wait. */
    position: z.int().nullable(),
    previous: id.nullable(),
    /** After the last one, the first. */
    next: id.nullable(),
  })
