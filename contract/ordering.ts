import { z } from 'zod'
import { written } from './publishing.ts'

/** Lists that organisers sort by hand, and the max length of each; for activities, per edition. */
export const maxOrdered = { banner: 50, expert: 5_000, partner: 500, activity: 100 } as const

/** Of everything that is edited: which version this is, and how its languages stand. */
export const edited = { version: z.int(), written, updatedAt: z.iso.datetime() }

/** The version that the caller has seen; the request fails if there is a newer one. */
export const seenVersion = z.int().min(1)

/** The same in an address. */
export const versionQuery = z.strictObject({
  version: z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number),
})

/** Stands for an order as a whole: who adds, removes or moves something gives it another one. */
export const orderMark = z.string().max(64)

/** A whole order, and the mark of the one that it was made from. */
export const newOrder = <Id extends z.ZodType>(id: Id, most: number) =>
  z.strictObject({ ids: z.array(id).max(most), basedOn: orderMark })

export const orderAnswer = z.object({ order: orderMark })
