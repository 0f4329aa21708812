import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import type { readFirstSteps } from '@lectern/contract/office/office-shell.ts'
import type { FirstStep } from '@lectern/contract/office/office-values.ts'

type Steps = AnswerOf<typeof readFirstSteps>

/** The page of each step. */
const places: Record<FirstStep, string> = {
  begin: '/Admin/Begin',
  title: '/Admin/Setting',
  mail: '/Admin/Setting?tab=mail',
  secondFactor: '/account/settings?tab=security',
  edition: '/Admin/Activity?open=editions',
  activity: '/Admin/Activity/Edit',
  phases: '/Admin/Phase',
  institutions: '/Admin/Institution',
  officers: '/Admin/Institution?tab=officers',
  pages: '/Admin/About?page=Home',
  publish: '/Admin/Activity',
  review: '/Admin/Review',
  prizes: '/Admin/Result',
  certificates: '/Admin/Certificate?tab=issues',
}

/** Steps that must be done before. */
const needs: Partial<Record<FirstStep, FirstStep>> = {
  activity: 'edition',
  phases: 'edition',
  officers: 'institutions',
  publish: 'activity',
  review: 'publish',
  prizes: 'review',
  certificates: 'prizes',
}

/** Steps of the contest, each of which leads to the next; the others are about the site, and can wait. */
const contestSteps: readonly FirstStep[] = [
  'edition',
  'activity',
  'phases',
  'institutions',
  'officers',
  'publish',
  'review',
  'prizes',
  'certificates',
]

const isDone = ({ steps }: Pick<Steps, 'steps'>, step: FirstStep): boolean =>
  steps.find((one) => one.step === step)?.done ?? true

/** The step that must be done before this one; undefined: it can be done. */
export const missingBefore = (steps: Pick<Steps, 'steps'>, step: FirstStep): FirstStep | undefined => {
  const before = needs[step]
  return before && !isDone(steps, before) ? before : undefined
}

export const placeOfStep = ({ draft }: Pick<Steps, 'draft'>, step: FirstStep): string =>
  step === 'publish' && draft ? `/Admin/Activity/Edit?id=${draft}` : places[step]

/** What follows the last step of the contest that is done, or what that needs; undefined: everything is done. */
export const nextContestStep = (steps: Pick<Steps, 'steps'>): FirstStep | undefined => {
  // The dates of a contest that runs may be over, which is no step back.
  const present = contestSteps.filter((step) => steps.steps.some((one) => one.step === step))
  const next = present[present.findLastIndex((step) => isDone(steps, step)) + 1]
  return next && (missingBefore(steps, next) ?? next)
}
