import { levelsFor } from '@lectern/contract/rounds/default-levels.ts'
import type { CriterionFields, LevelFields } from './rules-fields.ts'

const letters = 'abcdefghijkmnpqrstuvwxyz'

/** Scores are stored under it, so it never changes. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(10)), (byte) => letters[byte % letters.length]).join('')

/** A criterion with the points that are still missing. */
export const newCriterion = (missing: number): CriterionFields => ({
  id: newKey(),
  label: {},
  help: {},
  max: missing > 0 ? missing / 100 : null,
  levels: [],
})

/** The usual levels for so many points. */
export const usualLevelsOf = (max: number, step: number): LevelFields[] =>
  levelsFor(Math.round(max * 100), Math.round(step * 100)).map(({ label, from, to }) => ({
    label,
    from: from / 100,
    to: to / 100,
  }))
