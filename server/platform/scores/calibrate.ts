import { fixedUnit } from './fixed-point.ts'
import { compareKeys, groupBy, halfUp, squareRoot } from './integers.ts'

export interface CalibrationSheet {
  work: string
  expert: string
  total: number
}

/** Too little is known about an expert with fewer sheets: their points count as they are, as if they were as severe as the mean. */
export const leastSheetsOfExpert = 5
/** The weight against large differences between experts: as if each had one more sheet without any. */
const ridge = 1
const maxSweeps = 1000
/** A change that is no change any more: a millionth of a hundredth of a point. */
const settledUnits = fixedUnit / 1_000_000

export interface Component {
  works: string[]
  experts: string[]
}

/** Why sheets cannot be made comparable: parts of the round that share no expert and no work. */
export type CalibrationProblem = { problem: 'disconnected'; components: Component[] }

export interface Calibration {
  problems?: never
  /** How much more than others each expert gives, in units of `fixedUnit`. They add up to about 0; that of an uncalibrated expert is 0. */
  bias: ReadonlyMap<string, number>
  /** Experts with too few sheets. */
  uncalibrated: string[]
  sweeps: number
}

/** The parts of a round that nothing connects, by their first work. */
export const components = (sheets: readonly CalibrationSheet[]): Component[] => {
  const [byWork, byExpert] = [groupBy(sheets, ({ work }) => work), groupBy(sheets, ({ expert }) => expert)]
  const seen = new Set<string>()
  const result: Component[] = []
  for (const start of [...byWork.keys()].toSorted(compareKeys)) {
    if (seen.has(start)) continue
    seen.add(start)
    const works = [start]
    const experts = new Set<string>()
    // The list grows while it is walked.
    for (const work of works)
      for (const { expert } of byWork.get(work)!) {
        if (experts.has(expert)) continue
        experts.add(expert)
        for (const { work: next } of byExpert.get(expert)!)
          if (!seen.has(next)) {
            seen.add(next)
            works.push(next)
          }
      }
    result.push({ works: works.toSorted(compareKeys), experts: [...experts].toSorted(compareKeys) })
  }
  return result
}

/** Experts of whom too few sheets are known to tell how severe they are. */
export const expertsWithFewSheets = (sheets: readonly { expert: string }[]): string[] =>
  [...groupBy(sheets, ({ expert }) => expert)]
    .filter(([, own]) => own.length < leastSheetsOfExpert)
    .map(([expert]) => expert)
    .toSorted(compareKeys)

/** The sheets that tell how severe their experts are, and the experts of whom too little is known. */
const sortOut = (sheets: readonly CalibrationSheet[]): { telling: CalibrationSheet[]; uncalibrated: string[] } => {
  const uncalibrated = expertsWithFewSheets(sheets)
  const few = new Set(uncalibrated)
  return { telling: sheets.filter(({ expert }) => !few.has(expert)), uncalibrated }
}

/** Numbers for keys, and how many sheets each has. */
const numbered = (keys: readonly string[]): { names: string[]; of: Int32Array; counts: Int32Array } => {
  const names = [...new Set(keys)].toSorted(compareKeys)
  const numbers = new Map(names.map((name, index) => [name, index]))
  const of = Int32Array.from(keys, (key) => numbers.get(key)!)
  const counts = new Int32Array(names.length)
  for (const number of of) counts[number]! += 1
  return { names, of, counts }
}

/**
 * Fits total = work + bias(expert) by alternating least squares with a ridge on the biases. All figures are whole numbers, so every machine
 * gets the same. In each sweep first all works are fitted to the biases, then all biases to the works. To get there soon, each sweep goes on
 * in the direction of the last one (second-order Richardson iteration; how far follows from the most sheets of an expert). Then the mean
 * of the biases is subtracted from each: the exact solution has a sum of 0. It ends after two sweeps that change nothing any
 * more, and after 1,000 at the latest. Experts with too few sheets take no part in it.
 */
export const calibrate = (all: readonly CalibrationSheet[]): Calibration | { problems: CalibrationProblem[] } => {
  const { telling: sheets, uncalibrated } = sortOut(all)
  const parts = components(sheets)
  if (parts.length > 1) return { problems: [{ problem: 'disconnected', components: parts }] }
  const works = numbered(sheets.map(({ work }) => work))
  const experts = numbered(sheets.map(({ expert }) => expert))
  const totals = Float64Array.from(sheets, ({ total }) => total * fixedUnit)
  const fitted = new Float64Array(works.names.length)
  let bias = new Float64Array(experts.names.length)
  let previous = bias

  const most = experts.counts.reduce((sofar, count) => Math.max(sofar, count), 0) + ridge
  const root = Number(squareRoot(BigInt(2 * most))) + 1

  const fitWorks = (): void => {
    fitted.fill(0)
    for (let at = 0; at < totals.length; at += 1) fitted[works.of[at]!]! += totals[at]! - bias[experts.of[at]!]!
    for (let work = 0; work < fitted.length; work += 1) fitted[work] = halfUp(fitted[work]!, works.counts[work]!)
  }
  const fitExperts = (): Float64Array<ArrayBuffer> => {
    const next = new Float64Array(bias.length)
    for (let at = 0; at < totals.length; at += 1) next[experts.of[at]!]! += totals[at]! - fitted[works.of[at]!]!
    let sum = 0
    for (let expert = 0; expert < next.length; expert += 1) {
      const fit = halfUp(next[expert]!, experts.counts[expert]! + ridge)
      const value = halfUp(2 * most * fit - (most - root) * previous[expert]!, most + root)
      next[expert] = value
      sum += value
    }
    const mean = halfUp(sum, next.length)
    return next.map((value) => value - mean)
  }

  let [sweeps, quiet] = [0, 0]
  while (quiet < 2 && sweeps < maxSweeps && sheets.length > 0) {
    fitWorks()
    const next = fitExperts()
    quiet = next.every((value, expert) => Math.abs(value - bias[expert]!) <= settledUnits) ? quiet + 1 : 0
    previous = bias
    bias = next
    sweeps += 1
  }
  const fit = experts.names.map((name, expert): [string, number] => [name, bias[expert]!])
  return { bias: new Map([...fit, ...uncalibrated.map((name): [string, number] => [name, 0])]), uncalibrated, sweeps }
}
