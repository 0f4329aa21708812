import { localize } from '@lectern/contract/localized.ts'
import type { SignedIn } from '../../platform/context.ts'
import { momentText } from '../../platform/moments.ts'
import type { EntryFacts } from '../recommendations/service.ts'
import type { TeamView } from '../teams/service.ts'
import type { Step } from './journey.ts'

const stepOf = ({ standing, until }: EntryFacts): 'waitForLevel' | 'waitAboveLevel' | 'notRecommended' | undefined => {
  if (standing === 'with') return until && 'waitForLevel'
  if (standing === 'handedIn') return 'waitAboveLevel'
  return standing === 'notRecommended' ? standing : undefined
}

/** A level wants changes before a stage ends that is still open: its date comes first. */
const isDueEarlier = ({ until }: Step, { standing, until: wanted }: EntryFacts, now: Date): boolean =>
  standing === 'change' && wanted !== undefined && until !== undefined && wanted > now && wanted < until

/** Who has a submitted entry now: its institutions, until they have recommended it; then the organisers, as without levels. */
export const withLevels = (
  { locale, now }: Pick<SignedIn, 'locale' | 'now'>,
  step: Step,
  { activity }: Pick<TeamView, 'activity'>,
  facts: EntryFacts | undefined,
): Step => {
  if (facts && isDueEarlier(step, facts, now)) return { ...step, until: facts.until }
  const isWaiting = step.step === (facts?.thing === 'work' ? 'workSubmitted' : 'wait')
  if (!facts || !isWaiting || facts.institution === null) return step
  const name = stepOf(facts)
  if (name === undefined) return step
  return {
    ...step,
    step: name,
    isDone: name !== 'notRecommended',
    reason: facts.reason,
    values: {
      ...step.values,
      institution: localize(facts.institution, locale).text,
      until: facts.until ? momentText(facts.until, locale, activity.edition.timeZone) : '',
    },
  }
}
