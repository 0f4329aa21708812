import type { ActivitySource } from '@lectern/contract/activities.ts'
import { stagePhases, type PhaseKind } from '@lectern/contract/competition-values.ts'
import { locales } from '@lectern/contract/locales.ts'
import type { LocalizedText } from '@lectern/contract/localized.ts'
import type { Timeline } from '@lectern/contract/phases.ts'

/** One check before an activity is published; none of them blocks publishing. */
export interface PublishCheck {
  what: 'texts' | 'languages' | 'cover' | 'phases' | 'form' | 'work'
  isGood: boolean
  /** Number of languages, questions or parts. */
  count: number
}

const hasText = (text: LocalizedText): boolean => Object.values(text).some((words) => words?.trim())

export const publishChecks = (activity: ActivitySource, { list: phases }: Pick<Timeline, 'list'>): PublishCheck[] => {
  const { id, name, summary, body, cover, fields, workRules } = activity
  const texts = [name, summary, body]
  const languages = locales.filter((locale) => texts.every((text) => text[locale]?.trim()))
  const hasPhase = (wanted: PhaseKind): boolean =>
    phases.some(({ kind, activityId }) => kind === wanted && (activityId === null || activityId === id))
  const parts = workRules.parts.length
  const isSubmitted = hasPhase(stagePhases.work)
  return [
    { what: 'texts', isGood: texts.every(hasText), count: texts.filter(hasText).length },
    { what: 'languages', isGood: languages.length === locales.length, count: languages.length },
    { what: 'cover', isGood: cover !== null, count: 0 },
    { what: 'phases', isGood: hasPhase(stagePhases.enrolment), count: 0 },
    { what: 'form', isGood: fields.length > 0, count: fields.length },
    // Parts and a phase to hand them in need each other; an activity may go without both.
    ...(parts > 0 || isSubmitted ? [{ what: 'work' as const, isGood: parts > 0 && isSubmitted, count: parts }] : []),
  ]
}
