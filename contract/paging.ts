import { z } from 'zod'
import { defaultPageSize, maximumPageSize } from './page-limits.ts'

/** Whole numbers as they arrive in an address: digits only, so that `1e3`, ` 1` and `0x1` are refused. */
const wholeNumber = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number)

export const pageQuery = z.strictObject({
  page: wholeNumber.pipe(z.int().min(1).max(100_000)).default(1),
  pageSize: wholeNumber.pipe(z.int().min(1).max(maximumPageSize)).default(defaultPageSize),
})

export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ list: z.array(item), total: z.int(), page: z.int(), pageSize: z.int() })

export interface Page<Item> {
  list: Item[]
  total: number
  page: number
  pageSize: number
}
