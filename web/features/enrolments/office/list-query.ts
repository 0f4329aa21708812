import type { SheetRows } from '@lectern/contract/enrolment-values.ts'
import { addressWith } from '../../admin-ui/list-address.ts'
import { pickColumns } from '../../admin-ui/pick-columns.ts'

/** Query parameters that filter the list. */
export const filterNames = ['edition', 'activity', 'state', 'province', 'school', 'search', 'from', 'until'] as const

/** Filters and sort order, which decide the previous and next enrolment. */
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

/** The columns in the address. */
export const readColumns = (asked: string | null): readonly EnrolmentColumn[] =>
  asked === null ? shownAtFirst : pickColumns(enrolmentColumns, asked.split(','))

/** The columns for the address; undefined for the default ones. */
export const writeColumns = (chosen: readonly string[]): string | undefined => {
  const columns = pickColumns(enrolmentColumns, chosen)
  return columns.join() === shownAtFirst.join() ? undefined : columns.join(',')
}

/** Path of an enrolment, or without an id of the list, with filters and sort order. */
export const officeAddress = (query: URLSearchParams, id?: string): string =>
  addressWith(id === undefined ? '/Admin/Enrolment' : `/Admin/Enrolment/${id}`, query, [...listNames, 'columns'])

/** URL of the export with the filters of the list. */
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
