import { usualLevels } from '@lectern/contract/usual-levels.ts'
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

/** The usual levels for so many points. The next lower one ends one step below. */
export const levelsFor = (max: number, step: number): LevelFields[] => {
  const from = usualLevels.map(({ percent }) => Math.ceil((max * percent) / 100 / step) * step)
  const round = (points: number): number => Math.round(points * 100) / 100
  return usualLevels.map(({ label }, index) => ({
    label: { ...label },
    from: round(from[index]!),
    to: round(index === 0 ? max : Math.max(0, from[index - 1]! - step)),
  }))
}
