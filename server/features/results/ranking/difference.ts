import type { ChangeKind, CorrectedField } from '@lectern/contract/results/result-values.ts'
import type { ListRow } from './compute-list.ts'

export interface Standing {
  rank: number | null
  prize: string | null
  isExcluded: boolean
}

/** How one work differs between two lists. */
export interface ListChange {
  number: string
  kind: ChangeKind
  before: Standing | null
  after: Standing | null
  /** Of a correction. What was wrong is read in the former list. */
  fields?: CorrectedField[]
}

const standingOf = ({ rank, prize, isExcluded }: ListRow): Standing => ({ rank, prize, isExcluded })

const isSame = (a: Standing, b: Standing): boolean =>
  a.rank === b.rank && a.prize === b.prize && a.isExcluded === b.isExcluded

/** Works whose rank or prize changed, that came or went: in the order of the new list, those that went at the end. */
export const differenceOf = (before: readonly ListRow[], after: readonly ListRow[]): ListChange[] => {
  const standings = new Map(before.map((row) => [row.number, standingOf(row)]))
  const numbers = new Set(after.map(({ number }) => number))
  const changes = after.flatMap((row): ListChange[] => {
    const [old, now] = [standings.get(row.number), standingOf(row)]
    if (!old) return [{ number: row.number, kind: 'added', before: null, after: now }]
    return isSame(old, now) ? [] : [{ number: row.number, kind: 'changed', before: old, after: now }]
  })
  const gone = before
    .filter(({ number }) => !numbers.has(number))
    .map((row): ListChange => ({ number: row.number, kind: 'removed', before: standingOf(row), after: null }))
  return [...changes, ...gone]
}
