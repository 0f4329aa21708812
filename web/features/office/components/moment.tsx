import { useIntl } from 'react-intl'

const zoneOf = (timeZone: string | undefined, locale: string): string =>
  new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'shortOffset' })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')?.value ?? ''

/** The heading of a column of moments, which tells their zone once for all. */
export const useZoned = (): ((heading: string) => string) => {
  const { locale, timeZone } = useIntl()
  const zone = zoneOf(timeZone, locale)
  return (heading) => `${heading} (${zone})`
}

/** A moment in a table, in the site's time zone: as short as can be. */
export const Moment = ({ value }: { value: string }) => {
  const intl = useIntl()
  const date = intl.formatDate(value, { year: 'numeric', month: '2-digit', day: '2-digit' })
  const time = intl.formatTime(value, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  return (
    <time dateTime={value} style={{ whiteSpace: 'nowrap' }}>
      {date} {time}
    </time>
  )
}
