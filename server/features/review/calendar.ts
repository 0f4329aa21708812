import { localize } from '@lectern/contract/localized.ts'
import type { SignedIn } from '../../platform/context.ts'
import { windowEvents, writeCalendar } from '../../platform/icalendar.ts'
import { t } from '../../platform/messages.ts'
import { momentText } from '../../platform/moments.ts'
import { requireOwnRound } from './own-round.ts'

/** When a round opens and ends, for the calendar of an expert. */
export const roundCalendar = async (ctx: SignedIn, code: string) => {
  const { round } = await requireOwnRound(ctx, code)
  const { locale, now, installation } = ctx
  const { opensAt, closesAt, timeZone } = round
  const name = localize(round.name, locale).text
  const values = { name, phase: t(locale, 'section.phase.review') }
  const inWords = (moment: Date): string => momentText(moment, locale, timeZone)
  const events = windowEvents({
    id: `${code}.review`,
    opensAt,
    closesAt,
    opens: t(locale, 'calendar.opens', values),
    closes: t(locale, 'calendar.closes', values),
    description:
      opensAt && closesAt
        ? t(locale, 'section.phase.window', { opensAt: inWords(opensAt), closesAt: inWords(closesAt) })
        : '',
    url: `${installation.address}/Review?round=${code}`,
  })
  return { name: `${code}.ics`, content: writeCalendar({ name, timeZone, language: locale, now, events }) }
}
