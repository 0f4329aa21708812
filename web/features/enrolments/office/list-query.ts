import type { SheetRows } from '@lectern/contract/enrolment-values.ts'
import { addressWith } from '../../admin-ui/list-address.ts'
import { pickColumns } from '../../admin-ui/pick-columns.ts'

/** What of an address chooses among the enrolments. */
export const filterNames = ['edition', 'activity', 'state', 'province', 'school', 'search', 'from', 'until'] as const

/** The same in its order: what stands before and after one of them. */
export const orderNames = [...filterNames, 'sort'] as const

export const listNames = [...orderNames, 'page', 'pageSize'] as const

export const enrolmentColumns = [
  'number',
  'team',
  'activity',
  'state',
  'captain',
  'school',
  'province',
  'people',
  'submittedAt',
  'decidedAt',
  'reason',
  'resubmitBy',
] as const
export type EnrolmentColumn = (typeof enrolmentColumns)[number]

const shownAtFirst: readonly EnrolmentColumn[] = [
  'number',
  'team',
  'activity',
  'state',
  'captain',
  'school',
  'province',
  'submittedAt',
]

/** The columns that an address asks for. */
export const readColumns = (asked: string | null): readonly EnrolmentColumn[] =>
  asked === null ? shownAtFirst : pickColumns(enrolmentColumns, asked.split(','))

/** As the address tells them; not at all for those that are shown without asking. */
export const writeColumns = (chosen: readonly string[]): string | undefined => {
  const columns = pickColumns(enrolmentColumns, chosen)
  return columns.join() === shownAtFirst.join() ? undefined : columns.join(',')
}

/** An enrolment or, without an id, the list, with all that the list was chosen by. */
export const officeAddress = (query: URLSearchParams, id?: string): string =>
  addressWith(id === undefined ? '/Admin/Enrolment' : `/Admin/Enrolment/${id}`, query, [...listNames, 'columns'])

/** Where the browser gets exactly the enrolments that the list shows, on all its pages. */
export const exportAddress = (
  query: URLSearchParams,
  format: string,
  personal: readonly string[],
  rows: SheetRows = 'teams',
): string => {
  const asked = new URLSearchParams({ format, ...(rows !== 'teams' && { rows }) })
  for (const name of orderNames) if (query.get(name)) asked.set(name, query.get(name)!)
  if (personal.length > 0) asked.set('personal', personal.join(','))
  return `/api/enrolments/export?${asked}`
}
