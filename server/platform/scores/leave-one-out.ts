import { compareKeys, groupBy } from './integers.ts'
import { comparePlaced, inOrder, type Placed } from './ranking.ts'
import type { ScoreInput, TieRule } from './score-input.ts'
import { figuresOf, scoringOf } from './scoring.ts'
import { totalledSheets } from './totals.ts'

export interface BorderChange {
  /** How many works are above the border, such as the number of first prizes. */
  border: number
  /** Works that would come above it, and works that would fall below it, by key. */
  rising: string[]
  falling: string[]
}

export interface LeftOut {
  expert: string
  /** Borders that would change; none if the expert's sheets decide nothing alone. */
  changes: BorderChange[]
}

/** Goes through two lists in order as through one, without the works of the first that are replaced. */
function* merged(
  base: readonly Placed[],
  isReplaced: (key: string) => boolean,
  replacing: readonly Placed[],
  ties: readonly TieRule[],
): Generator<Placed> {
  let at = 0
  for (const work of base) {
    if (isReplaced(work.key)) continue
    while (at < replacing.length && comparePlaced(replacing[at]!, work, ties) < 0) yield replacing[at++]!
    yield work
  }
  yield* replacing.slice(at)
}

/** For each border the works above it. Works that share the last rank above it are all above. */
const aboveEach = (
  ordered: Iterable<Placed>,
  borders: readonly number[],
  ties: readonly TieRule[],
): ReadonlySet<string>[] => {
  const above = borders.map(() => new Set<string>())
  const lowest = Math.max(0, ...borders)
  let [count, rank] = [0, 0]
  let previous: Placed | undefined
  for (const work of ordered) {
    count += 1
    if (!previous || comparePlaced(previous, work, ties) !== 0) rank = count
    if (rank > lowest) break
    for (const [at, border] of borders.entries()) if (rank <= border) above[at]!.add(work.key)
    previous = work
  }
  return above
}

const missingIn = (some: ReadonlySet<string>, others: ReadonlySet<string>): string[] =>
  [...some].filter((key) => !others.has(key)).toSorted(compareKeys)

/**
 * For each expert: who would be above a border if all of their sheets were left out. Only the works of that expert are computed again.
 * In a calibrated round the other experts keep their biases. Null if the round cannot be settled.
 */
export const leaveOneOut = (input: ScoreInput, borders: readonly number[]): LeftOut[] | null => {
  const { ties } = input.rules
  const sheets = totalledSheets(input)
  const scoring = scoringOf(sheets, input.rules)
  if (scoring.problems) return null
  const ranked = new Set(input.works.filter(({ excluded }) => !excluded).map(({ key }) => key))
  const sheetsOf = groupBy(
    sheets.filter(({ work }) => ranked.has(work)),
    ({ work }) => work,
  )
  const figured = figuresOf(input, scoring)
  const base = inOrder(
    [...sheetsOf].map(([key, own]) => figured(key, own)),
    ties,
  )
  const before = aboveEach(base, borders, ties)
  return [...groupBy(sheets, ({ expert }) => expert)]
    .map(([expert, own]) => {
      const touched = new Set(own.map(({ work }) => work))
      const without = [...touched]
        .filter((key) => ranked.has(key))
        .map((key) =>
          figured(
            key,
            sheetsOf.get(key)!.filter((sheet) => sheet.expert !== expert),
          ),
        )
        .filter(({ score }) => score !== null)
      const after = aboveEach(
        merged(base, (key) => touched.has(key), inOrder(without, ties), ties),
        borders,
        ties,
      )
      const changes = borders
        .map((border, at) => ({
          border,
          rising: missingIn(after[at]!, before[at]!),
          falling: missingIn(before[at]!, after[at]!),
        }))
        .filter(({ rising, falling }) => rising.length + falling.length > 0)
      return { expert, changes }
    })
    .toSorted((a, b) => compareKeys(a.expert, b.expert))
}
