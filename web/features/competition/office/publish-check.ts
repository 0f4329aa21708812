import type { ActivitySource } from '@lectern/contract/competition/activities.ts'
import { stagePhases, type PhaseKind } from '@lectern/contract/competition/competition-values.ts'
import { locales } from '@lectern/contract/locales.ts'
import type { LocalizedText } from '@lectern/contract/localized.ts'
import type { Timeline } from '@lectern/contract/competition/phases.ts'

/** One check before an activity is published; none of them blocks publishing. */
export interface PublishCheck {
  what: 'texts' | 'languages' | 'cover' | 'phases' | 'form' | 'work'
  isGood: boolean
  /** Number of questions or parts. */
  count: number
  /** Texts without a word, or languages that lack some text. */
  missing: readonly string[]
}

const textNames = ['name', 'summary', 'body'] as const

const hasText = (text: LocalizedText): boolean => Object.values(text).some((words) => words?.trim())

const nothing = { count: 0, missing: [] }

export const publishChecks = (
  activity: Pick<ActivitySource, 'id' | 'cover' | 'fields' | 'workRules' | (typeof textNames)[number]>,
  { list: phases }: Pick<Timeline, 'list'>,
): PublishCheck[] => {
  const { id, cover, fields, workRules } = activity
  const missingTexts = textNames.filter((name) => !hasText(activity[name]))
  const missingLanguages = locales.filter((locale) => !textNames.every((name) => activity[name][locale]?.trim()))
  const hasPhase = (wanted: PhaseKind): boolean =>
    phases.some(({ kind, activityId }) => kind === wanted && (activityId === null || activityId === id))
  const parts = workRules.parts.length
  const isSubmitted = hasPhase(stagePhases.work)
  return [
    { ...nothing, what: 'texts', isGood: missingTexts.length === 0, missing: missingTexts },
    { ...nothing, what: 'languages', isGood: missingLanguages.length === 0, missing: missingLanguages },
    { ...nothing, what: 'cover', isGood: cover !== null },
    { ...nothing, what: 'phases', isGood: hasPhase(stagePhases.enrolment) },
    { ...nothing, what: 'form', isGood: fields.length > 0, count: fields.length },
    // Parts and a phase to hand them in need each other; an activity may go without both.
    ...(parts > 0 || isSubmitted
      ? [{ ...nothing, what: 'work' as const, isGood: parts > 0 && isSubmitted, count: parts }]
      : []),
  ]
}
