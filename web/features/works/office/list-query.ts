import { addressWith } from '../../admin-ui/list-address.ts'
import { columnsInAddress } from '../../admin-ui/pick-columns.ts'

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
  'state',
  'marks',
  'team',
  'activity',
  'captain',
  'school',
  'province',
  'submittedAt',
  'decidedAt',
  'reason',
] as const
export type WorkColumn = (typeof workColumns)[number]

/** These fit beside each other on a screen of 1280 pixels. */
const shownAtFirst: readonly WorkColumn[] = ['number', 'title', 'state', 'marks', 'activity', 'submittedAt']

export const { read: readColumns, write: writeColumns } = columnsInAddress(workColumns, shownAtFirst)

/** A work or, without an id, the list, with all that the list was chosen by. */
export const officeAddress = (query: URLSearchParams, id?: string): string =>
  addressWith(id === undefined ? '/Admin/Work' : `/Admin/Work/${id}`, query, [...listNames, 'columns'])

/** What of the list narrows the works that wait for the check. */
export const queueNames = orderNames.filter((name) => name !== 'state')

/** A work, looked at as one of those that wait for the check. */
export const queueAddress = (query: URLSearchParams, id: string): string => {
  const address = officeAddress(query, id)
  return `${address}${address.includes('?') ? '&' : '?'}queue=1`
}

/** Where the browser gets exactly the works that the list shows, on all its pages. */
export const exportAddress = (query: URLSearchParams, format: string): string => {
  const parameters = new URLSearchParams({ format })
  for (const name of orderNames) if (query.get(name)) parameters.set(name, query.get(name)!)
  return `/api/works/export?${parameters}`
}

/** Where a team's work is edited. */
export const editAddress = (id: string): string => `/account/Work/Edit?id=${id}`

export const receiptUrl = (id: string, submission: number): string =>
  `/api/works/${id}/submissions/${submission}/receipt.pdf`

/** A small picture of a work, or of one of its files. */
export const coverUrl = (work: string, file?: string): string =>
  file === undefined ? `/api/works/${work}/cover` : `/api/works/${work}/files/${file}/cover`

/** The pages of slides, as a PDF. */
export const pagesUrl = (work: string, file: string, asExperts: boolean): string =>
  `/api/works/${work}/files/${file}/${asExperts ? 'blind/pages' : 'pages'}`

/** A file as it was handed in, or as experts get it. */
export const workFileUrl = (work: string, file: string, asExperts: boolean): string =>
  asExperts ? `/api/works/${work}/files/${file}/blind` : `/api/files/${file}`
