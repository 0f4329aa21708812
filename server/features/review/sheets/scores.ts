import type { Locale } from '@lectern/contract/locales.ts'
import type { RoundRules } from '@lectern/contract/rounds/round-rules.ts'
import { formatPoints } from '@lectern/contract/rounds/points.ts'
import { sheetTotal } from '../../../platform/scores/totals.ts'
import type { Ctx } from '../../../platform/context.ts'
import { AppError, fail } from '../../../platform/failure.ts'
import { t } from '../../../platform/messages.ts'
import type { Refusal } from '../../../platform/problems.ts'
import type { Scores } from '../tables.ts'

type Scoring = Pick<RoundRules, 'kind' | 'criteria' | 'step'>

/** In advice rounds experts only comment. */
const criteriaOf = ({ kind, criteria }: Scoring): RoundRules['criteria'] => (kind === 'scored' ? criteria : [])

const problemOf = (rules: Scoring, id: string, points: number, locale: Locale): Refusal => {
  const path = `scores.${id}`
  const criterion = criteriaOf(rules).find((each) => each.id === id)
  if (!criterion) return new AppError('request.invalid', {}, [{ path, message: t(locale, 'validation.unknown') }])
  if (points > criterion.max) return fail('sheet.scoreRange', { max: formatPoints(criterion.max, { locale }) }).at(path)
  // The full points can always be given, even where the step does not reach them.
  if (points % rules.step !== 0 && points !== criterion.max)
    return fail('sheet.scoreStep', { step: formatPoints(rules.step, { locale }) }).at(path)
  return undefined
}

/** What is wrong with scores, each at its field. Missing ones are fine while writing. */
export const scoreProblems = (rules: Scoring, scores: Scores, { locale }: Pick<Ctx, 'locale'>): Refusal[] =>
  Object.entries(scores).map(([id, points]) => problemOf(rules, id, points, locale))

const missingScores = (rules: Scoring, scores: Scores): RoundRules['criteria'] =>
  criteriaOf(rules).filter(({ id }) => scores[id] === undefined)

/** Whether every criterion has points. */
export const isComplete = (rules: Scoring, scores: Scores): boolean => missingScores(rules, scores).length === 0

/** Throws while something is missing, with every empty field. */
export const refuseIncomplete = (
  rules: Scoring,
  { scores, comment }: { scores: Scores; comment: string },
  { locale }: Pick<Ctx, 'locale'>,
): void => {
  if (rules.kind === 'advice' && comment.trim() === '') throw fail('sheet.commentMissing').at('comment')
  const missing = missingScores(rules, scores)
  if (missing.length === 0) return
  throw new AppError(
    'sheet.incomplete',
    { count: missing.length },
    missing.map(({ id, max }) => ({
      path: `scores.${id}`,
      message: t(locale, 'error.sheet.scoreRange', { max: formatPoints(max, { locale }) }),
    })),
  )
}

export const totalOf = (rules: Scoring, scores: Scores): number => sheetTotal(criteriaOf(rules), scores).sum
