import type { ShownCriterion } from '@lectern/contract/review/review.ts'

export type Level = ShownCriterion['levels'][number]

export const levelOf = ({ levels }: Pick<ShownCriterion, 'levels'>, points: number | undefined): Level | undefined =>
  points === undefined ? undefined : levels.find(({ from, to }) => points >= from && points <= to)

/** The points that choosing a level fills in: its middle, rounded up to a step. */
export const middleOf = ({ from, to }: Level, step: number): number => {
  const middle = Math.ceil((from + to) / 2 / step) * step
  if (middle <= to) return middle
  // A level may be narrower than a step.
  return middle - step >= from ? middle - step : to
}

/** One step more or less. Less than 0 is nothing; from nothing it goes to the highest or the lowest points. */
export const stepped = (
  points: number | undefined,
  by: 1 | -1,
  { max, step }: { max: number; step: number },
): number => {
  if (points === undefined) return by === 1 ? 0 : max
  const next = by === 1 ? Math.floor(points / step) * step + step : Math.ceil(points / step) * step - step
  return Math.min(max, Math.max(0, next))
}
