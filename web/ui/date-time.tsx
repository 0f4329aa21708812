import { useIntl } from 'react-intl'

interface DateTimeProps {
  value: string
  /** With the time of day and the zone written out. */
  exact?: boolean
}

const zoneOf = (locale: string, timeZone: string | undefined, date: Date): string =>
  new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'long' })
    .formatToParts(date)
    .find(({ type }) => type === 'timeZoneName')?.value ?? ''

/** A moment in the site's time zone, written as the language writes it. */
export const DateTime = ({ value, exact = false }: DateTimeProps) => {
  const intl = useIntl()
  const date = intl.formatDate(value, { year: 'numeric', month: 'long', day: 'numeric' })
  const time = intl.formatTime(value, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const text = exact
    ? intl.formatMessage(
        { id: 'time.exact' },
        { date, time, zone: zoneOf(intl.locale, intl.timeZone, new Date(value)) },
      )
    : date
  // Browser and server may know different spellings of the same moment.
  return (
    <time dateTime={value} suppressHydrationWarning>
      {text}
    </time>
  )
}
