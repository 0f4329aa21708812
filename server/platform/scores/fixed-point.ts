import { halfUp } from './integers.ts'

/** Adjusted sheets are whole numbers too: so many are a hundredth of a point. */
export const fixedUnit = 10_000_000

/** How far an adjusted figure may fall short of a half by its own rounding: 0.000001 points. Such a figure still counts as a half. */
const shortfall = 1000

/** The mean of adjusted sheets in hundredths of a point, rounded half up, from 0 to the highest total. */
export const fixedMean = (values: readonly number[], highest: number): number | null => {
  if (values.length === 0) return null
  const sum = values.reduce((sofar, value) => sofar + value + shortfall, 0)
  return Math.min(highest, Math.max(0, halfUp(sum, values.length * fixedUnit)))
}
