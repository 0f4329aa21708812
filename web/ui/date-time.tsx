import { zoneName } from '@lectern/contract/zone-names.ts'
import { useIntl } from './intl.tsx'

interface DateTimeProps {
  value: string
  /** With time and time zone; `here`: without the zone, which is shown nearby. */
  exact?: boolean | 'here'
  /** Default: the time zone of the site. */
  timeZone?: string | undefined
}

/** A date in running text; tables use `Moment`. */
export const DateTime = ({ value, exact = false, timeZone: ownZone }: DateTimeProps) => {
  const intl = useIntl()
  const timeZone = ownZone ?? intl.timeZone
  const date = () => intl.formatMoment(value, 'day', timeZone)
  const time = () => intl.formatMoment(value, 'time', timeZone)
  const zone = () => zoneName(intl.locale, timeZone, { at: new Date(value) })
  const texts = {
    false: date,
    true: () => intl.formatMessage({ id: 'time.exact' }, { date: date(), time: time(), zone: zone() }),
    here: () => intl.formatMoment(value, 'moment', timeZone),
  }
  // Browser and server may format the same time differently.
  return (
    <time dateTime={value} suppressHydrationWarning>
      {texts[`${exact}`]()}
    </time>
  )
}
