import type { DeskWork } from '@lectern/contract/review/review.ts'

export const workFilters = ['all', 'todo', 'draft', 'submitted', 'flagged'] as const
export type WorkFilter = (typeof workFilters)[number]

/** `code`: the expert's own order. Otherwise by total or by the points of a criterion. */
export interface WorkOrder {
  by: string
  isDescending: boolean
}

const fits: Record<WorkFilter, (work: DeskWork) => boolean> = {
  all: () => true,
  todo: ({ state }) => state === 'todo',
  draft: ({ state }) => state === 'draft' || state === 'changed',
  submitted: ({ state }) => state === 'submitted',
  flagged: ({ hasFlag }) => hasFlag,
}

export const countByFilter = (works: readonly DeskWork[]): Record<WorkFilter, number> =>
  Object.fromEntries(workFilters.map((name) => [name, works.filter(fits[name]).length])) as Record<WorkFilter, number>

/** Width and case do not matter. */
const plain = (text: string): string => text.normalize('NFKC').toLowerCase().trim()

export const findWorks = (works: readonly DeskWork[], filter: WorkFilter, search: string): DeskWork[] =>
  works.filter(
    (work) => fits[filter](work) && [work.code, work.title].some((text) => plain(text).includes(plain(search))),
  )

const valueOf = (work: DeskWork, by: string): number | undefined =>
  (by === 'total' ? (work.draft ?? work).total : (work.draft ?? work).scores[by]) ?? undefined

/** Works without points come last, whatever the direction; equal ones stay in the expert's own order. */
export const sortWorks = (works: readonly DeskWork[], { by, isDescending }: WorkOrder): DeskWork[] => {
  if (by === 'code') return isDescending ? works.toReversed() : [...works]
  return works.toSorted((one, other) => {
    const [first, second] = [valueOf(one, by), valueOf(other, by)]
    if (first === undefined || second === undefined) return Number(first === undefined) - Number(second === undefined)
    return isDescending ? second - first : first - second
  })
}

/** Whether there is nothing left to do. */
export const isFinished = ({ state }: Pick<DeskWork, 'state'>): boolean => state === 'submitted'

/** The next work after this one that is not finished, going round; undefined if there is none. */
export const nextUnfinished = <Work extends Pick<DeskWork, 'code' | 'state'>>(
  works: readonly Work[],
  after?: string,
): Work | undefined => {
  const start = works.findIndex(({ code }) => code === after) + 1
  return [...works.slice(start), ...works.slice(0, start)].find((work) => work.code !== after && !isFinished(work))
}

export interface Compared {
  code: string
  title: string
  total: number
  isCurrent: boolean
}

/** My totals from the highest, with the work that is being scored among them. */
export const compareTotals = (
  works: readonly DeskWork[],
  current: { code: string; title: string; total: number | undefined },
): Compared[] =>
  [
    ...works.flatMap(({ code, title, total }) =>
      code === current.code || total === null ? [] : [{ code, title, total, isCurrent: false }],
    ),
    ...(current.total === undefined ? [] : [{ ...current, total: current.total, isCurrent: true }]),
  ].toSorted((one, other) => other.total - one.total)
