import type { DeskRoundWorks } from '@lectern/contract/review/review.ts'
import type { OwnSheet } from './queries.ts'

/** Fewer sheets do not tell how long the next one takes. */
const minSheets = 3
const day = 86_400_000

const medianOf = (values: readonly number[]): number => {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = (sorted.length - 1) / 2
  return Math.round((sorted[Math.floor(middle)]! + sorted[Math.ceil(middle)]!) / 2)
}

type Timed = Pick<OwnSheet, 'number' | 'isChanged' | 'seconds'>

const isSubmitted = (sheet: Timed | null): sheet is Timed => sheet !== null && sheet.number !== null

const isLeft = (sheet: Timed | null): boolean => !isSubmitted(sheet) || sheet.isChanged

/** What an expert can expect before their pace is known: films and recordings are played at least once. */
export const secondsToPlay = (works: readonly { sheet: Timed | null; secondsToPlay: number }[]): number =>
  Math.round(works.filter(({ sheet }) => isLeft(sheet)).reduce((sum, work) => sum + work.secondsToPlay, 0))

/** How long the works that are left take at the expert's own pace; null: not known yet, or nothing is left. */
export const paceOf = (sheets: readonly (Timed | null)[], closesAt: Date | null, now: Date): DeskRoundWorks['pace'] => {
  const left = sheets.filter(isLeft)
  // A browser that measured nothing says nothing about the pace.
  const measured = sheets.filter(isSubmitted).filter(({ seconds }) => seconds > 0)
  if (left.length === 0 || measured.length < minSheets) return null
  const secondsPerWork = medianOf(measured.map(({ seconds }) => seconds))
  // Time that was spent on a draft is not spent again.
  const secondsLeft = left.reduce((sum, sheet) => sum + Math.max(0, secondsPerWork - (sheet?.seconds ?? 0)), 0)
  const rest = closesAt === null ? null : closesAt.getTime() - now.getTime()
  return {
    secondsPerWork,
    secondsLeft,
    worksPerDay: rest === null || rest <= 0 ? null : Math.ceil(left.length / Math.ceil(rest / day)),
    isTight: rest !== null && secondsLeft * 1_000 > rest,
  }
}
