import type { ActivitySource } from '@lectern/contract/activities.ts'
import { stagePhases } from '@lectern/contract/competition-values.ts'
import { locales } from '@lectern/contract/locales.ts'
import type { LocalizedText } from '@lectern/contract/localized.ts'
import type { Timeline } from '@lectern/contract/phases.ts'

/** One check before an activity is published; none of them blocks publishing. */
export interface PublishCheck {
  what: 'texts' | 'languages' | 'cover' | 'phases' | 'form'
  isGood: boolean
  /** Number of languages or questions. */
  count: number
}

const hasText = (text: LocalizedText): boolean => Object.values(text).some((words) => words?.trim())

export const publishChecks = (activity: ActivitySource, { list: phases }: Pick<Timeline, 'list'>): PublishCheck[] => {
  const { id, name, summary, body, cover, fields } = activity
  const texts = [name, summary, body]
  const languages = locales.filter((locale) => texts.every((text) => text[locale]?.trim()))
  const isOpened = phases.some(
    ({ kind, activityId }) => kind === stagePhases.enrolment && (activityId === null || activityId === id),
  )
  return [
    { what: 'texts', isGood: texts.every(hasText), count: texts.filter(hasText).length },
    { what: 'languages', isGood: languages.length === locales.length, count: languages.length },
    { what: 'cover', isGood: cover !== null, count: 0 },
    { what: 'phases', isGood: isOpened, count: 0 },
    { what: 'form', isGood: fields.length > 0, count: fields.length },
  ]
}
