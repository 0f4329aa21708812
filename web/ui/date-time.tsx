import { zoneName } from '@lectern/contract/zone-names.ts'
import { useIntl } from './intl.tsx'

interface DateTimeProps {
  value: string
  /** With the time of day and the zone written out; `here`: without the zone, where that is written beside it. */
  exact?: boolean | 'here'
  /** Where it is that time; absent: where the site is. */
  timeZone?: string | undefined
}

/** A moment in a text, written as the language writes it; in tables it is `Moment`. */
export const DateTime = ({ value, exact = false, timeZone: asked }: DateTimeProps) => {
  const intl = useIntl()
  const timeZone = asked ?? intl.timeZone
  const date = () => intl.formatMoment(value, 'day', timeZone)
  const time = () => intl.formatMoment(value, 'time', timeZone)
  const zone = () => zoneName(intl.locale, timeZone, { at: new Date(value) })
  const texts = {
    false: date,
    true: () => intl.formatMessage({ id: 'time.exact' }, { date: date(), time: time(), zone: zone() }),
    here: () => intl.formatMoment(value, 'moment', timeZone),
  }
  // Browser and server may format the same moment differently.
  return (
    <time dateTime={value} suppressHydrationWarning>
      {texts[`${exact}`]()}
    </time>
  )
}
