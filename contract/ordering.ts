import { z } from 'zod'
import { languageStamps } from './pages/publish-state.ts'

/** Lists that organisers sort by hand, and the max length of each (for activities per edition). */
export const maxOrdered = { banner: 50, expert: 5_000, partner: 500, activity: 100 } as const

/** Common fields of all editable content: version and state of its translations. */
export const edited = { version: z.int(), written: languageStamps, updatedAt: z.iso.datetime() }

/** The version that the caller has seen; the request fails if there is a newer one. */
export const seenVersion = z.int().min(1)

/** The seen version as a query parameter. */
export const versionQuery = z.strictObject({
  version: z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number),
})

/** Identifies the state of an order. It changes whenever something is added, removed or moved. */
export const orderMark = z.string().max(64)

/** A complete new order, and the mark of the order that it is based on. */
export const newOrder = <Id extends z.ZodType>(id: Id, most: number) =>
  z.strictObject({ ids: z.array(id).max(most), basedOn: orderMark })

export const orderAnswer = z.object({ order: orderMark })
