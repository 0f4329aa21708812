import { zoneName } from '@lectern/contract/zone-names.ts'
import { useIntl } from './intl.tsx'

interface DateTimeProps {
  value: string
  /** With the time of day and the zone written out; `here`: without the zone, where that is written beside it. */
  exact?: boolean | 'here'
  /** Where it is that time; absent: where the site is. */
  timeZone?: string | undefined
}

const day = { year: 'numeric', month: 'long', day: 'numeric' } as const
const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

/** A moment, written as the language writes it. */
export const DateTime = ({ value, exact = false, timeZone: asked }: DateTimeProps) => {
  const intl = useIntl()
  const timeZone = asked ?? intl.timeZone
  const date = intl.formatMoment(value, { ...day, timeZone })
  const time = intl.formatMoment(value, { ...clock, timeZone })
  const zone = zoneName(intl.locale, timeZone, { at: new Date(value) })
  const texts = {
    false: () => date,
    true: () => intl.formatMessage({ id: 'time.exact' }, { date, time, zone }),
    here: () => intl.formatMoment(value, { ...day, ...clock, timeZone }),
  }
  // Browser and server may know different spellings of the same moment.
  return (
    <time dateTime={value} suppressHydrationWarning>
      {texts[`${exact}`]()}
    </time>
  )
}
