import { addressWith } from '../../admin-ui/list-address.ts'
import { pickColumns } from '../../admin-ui/pick-columns.ts'

/** What of an address chooses among the works, in which order. */
export const orderNames = [
  'edition',
  'activity',
  'state',
  'mark',
  'province',
  'school',
  'search',
  'from',
  'until',
  'sort',
] as const

export const listNames = [...orderNames, 'page', 'pageSize'] as const

export const workColumns = [
  'number',
  'title',
  'team',
  'activity',
  'captain',
  'school',
  'province',
  'submittedAt',
  'state',
  'marks',
  'decidedAt',
  'reason',
] as const
export type WorkColumn = (typeof workColumns)[number]

const shownAtFirst: readonly WorkColumn[] = [
  'number',
  'title',
  'team',
  'activity',
  'captain',
  'submittedAt',
  'state',
  'marks',
]

/** The columns that an address asks for. */
export const readColumns = (asked: string | null): readonly WorkColumn[] =>
  asked === null ? shownAtFirst : pickColumns(workColumns, asked.split(','))

/** As the address tells them; not at all for those that are shown without asking. */
export const writeColumns = (chosen: readonly string[]): string | undefined => {
  const columns = pickColumns(workColumns, chosen)
  return columns.join() === shownAtFirst.join() ? undefined : columns.join(',')
}

/** A work or, without an id, the list, with all that the list was chosen by. */
export const officeAddress = (query: URLSearchParams, id?: string): string =>
  addressWith(id === undefined ? '/Admin/Work' : `/Admin/Work/${id}`, query, [...listNames, 'columns'])

/** Where the browser gets exactly the works that the list shows, on all its pages. */
export const exportAddress = (query: URLSearchParams, format: string): string => {
  const asked = new URLSearchParams({ format })
  for (const name of orderNames) if (query.get(name)) asked.set(name, query.get(name)!)
  return `/api/works/export?${asked}`
}

/** Where a team's work is edited. */
export const editAddress = (id: string): string => `/account/Work/Edit?id=${id}`

export const receiptUrl = (id: string, submission: number): string =>
  `/api/works/${id}/submissions/${submission}/receipt.pdf`

/** A file as it was handed in, or as experts get it. */
export const workFileUrl = (work: string, file: string, asExperts: boolean): string =>
  asExperts ? `/api/works/${work}/files/${file}/blind` : `/api/files/${file}`
