import { z } from 'zod'
import { defaultPageSize, maximumPageSize } from './pages/page-limits.ts'

/** Integers in a query: digits only, so that `1e3`, ` 1` and `0x1` are refused. */
const wholeNumber = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number)

const page = wholeNumber.pipe(z.int().min(1).max(100_000))
const pageSize = wholeNumber.pipe(z.int().min(1).max(maximumPageSize))

export const pageQuery = z.strictObject({ page: page.default(1), pageSize: pageSize.default(defaultPageSize) })

/** For short lists: without page and page size everything comes as one page. */
export const shortListQuery = z.strictObject({ page: page.optional(), pageSize: pageSize.optional() })

export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ list: z.array(item), total: z.int(), page: z.int(), pageSize: z.int() })

export interface Page<Item> {
  list: Item[]
  total: number
  page: number
  pageSize: number
}
