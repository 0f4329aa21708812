import type { SheetRows } from '@lectern/contract/enrolments/enrolment-values.ts'
import { addressWith } from '../../admin-ui/list-address.ts'
import { columnsInAddress } from '../../admin-ui/pick-columns.ts'

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

/** These fit beside each other on a screen of 1280 pixels. */
const shownAtFirst: readonly EnrolmentColumn[] = ['number', 'team', 'activity', 'state', 'school', 'submittedAt']

export const { read: readColumns, write: writeColumns } = columnsInAddress(enrolmentColumns, shownAtFirst)

/** Path of an enrolment, or without an id of the list, with filters and sort order. */
export const officeAddress = (query: URLSearchParams, id?: string): string =>
  addressWith(id === undefined ? '/Admin/Enrolment' : `/Admin/Enrolment/${id}`, query, [...listNames, 'columns'])

/** What of the list narrows the enrolments that wait for a decision. */
export const queueNames = orderNames.filter((name) => name !== 'state')

/** An enrolment, looked at as one of those that wait for a decision. */
export const queueAddress = (query: URLSearchParams, id: string): string => {
  const address = officeAddress(query, id)
  return `${address}${address.includes('?') ? '&' : '?'}queue=1`
}

/** URL of the export with the filters of the list. */
export const exportAddress = (
  query: URLSearchParams,
  format: string,
  personal: readonly string[],
  rows: SheetRows = 'teams',
): string => {
  const parameters = new URLSearchParams({ format, ...(rows !== 'teams' && { rows }) })
  for (const name of orderNames) if (query.get(name)) parameters.set(name, query.get(name)!)
  if (personal.length > 0) parameters.set('personal', personal.join(','))
  return `/api/enrolments/export?${parameters}`
}
