import type { PhaseKind } from '@lectern/contract/competition/competition-values.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import { fail } from '../../../platform/failure.ts'
import { t } from '../../../platform/messages.ts'
import { momentText } from '../../../platform/moments.ts'
import type { Window } from './phases.ts'

interface PhaseInWords {
  phase: Window & { kind: PhaseKind }
  locale: Locale
  timeZone: string
}

/** The refusal of times that do not lie within their phase. */
const outside = ({ phase: { kind, opensAt, closesAt }, locale, timeZone }: PhaseInWords) =>
  fail('phase.outside', {
    phase: t(locale, `section.phase.${kind}`),
    opensAt: momentText(opensAt, locale, timeZone),
    closesAt: momentText(closesAt, locale, timeZone),
  })

/** Throws at the field whose time does not lie within the phase. Both the begin and the end of the phase do. */
export const checkInside = (fields: Readonly<Record<string, Date | null>>, inWords: PhaseInWords): void => {
  const { opensAt, closesAt } = inWords.phase
  for (const [field, moment] of Object.entries(fields))
    if (moment && (moment < opensAt || moment > closesAt)) throw outside(inWords).at(field)
}
