import type { ResultAddress } from './result-address.ts'

/** Long lists are mostly read by scrolling and printed. */
const rowsPerPage = 100

/** The query of a list for an address. */
export const listQuery = ({ page, ...filters }: ResultAddress) => ({
  ...filters,
  page: String(page),
  pageSize: String(rowsPerPage),
})
