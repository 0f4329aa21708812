import { compareKeys } from './integers.ts'
import type { ScoreCriterion, ScoreInput } from './score-input.ts'

/** The points of a sheet while it is filled in; empty ones are null or absent. */
export type SheetPoints = Readonly<Record<string, number | null | undefined>>

export interface SheetTotal {
  /** The sum of what is filled in. */
  sum: number
  /** The sum of all criteria; null while one is empty. */
  total: number | null
  /** Criteria that are empty, in their order. */
  missing: string[]
}

export const sheetTotal = (criteria: readonly ScoreCriterion[], points: SheetPoints): SheetTotal => {
  const missing = criteria.filter(({ id }) => typeof points[id] !== 'number').map(({ id }) => id)
  const sum = criteria.reduce((sofar, { id }) => sofar + (points[id] ?? 0), 0)
  return { sum, total: missing.length === 0 ? sum : null, missing }
}

/** What a work can have at most. */
export const highestTotal = (criteria: readonly ScoreCriterion[]): number =>
  criteria.reduce((sum, { max }) => sum + max, 0)

export interface TotalledSheet {
  key: string
  work: string
  expert: string
  total: number
  points: Readonly<Record<string, number>>
}

/** The sheets of a round with their totals, by key. Throws on what no submitted sheet can contain. */
export const totalledSheets = ({ rules, works, sheets }: ScoreInput): TotalledSheet[] => {
  const keys = new Set(works.map(({ key }) => key))
  if (keys.size !== works.length) throw new Error('a work is named twice')
  if (new Set(sheets.map(({ key }) => key)).size !== sheets.length) throw new Error('a sheet is named twice')
  return sheets
    .map(({ key, work, expert, points }) => {
      const { total } = sheetTotal(rules.criteria, points)
      if (total === null) throw new Error(`sheet ${key} is incomplete`)
      if (!keys.has(work)) throw new Error(`sheet ${key} is of an unknown work`)
      for (const { id, max } of rules.criteria)
        if (!Number.isInteger(points[id]) || points[id]! < 0 || points[id]! > max)
          throw new Error(`sheet ${key} has impossible points for ${id}`)
      return { key, work, expert, total, points }
    })
    .toSorted((a, b) => compareKeys(a.key, b.key))
}
