import { withNote } from '@lectern/contract/brackets.ts'
import { zoneName } from '@lectern/contract/zone-names.ts'
import { useIntl } from '../../../ui/intl.tsx'

/** The heading of a column of moments, which tells their zone once for all. */
export const useZoned = (): ((heading: string) => string) => {
  const { locale, timeZone } = useIntl()
  const zone = zoneName(locale, timeZone, { style: 'shortOffset' })
  return (heading) => withNote(locale, heading, zone)
}

const whole = { whiteSpace: 'nowrap' } as const

/** A moment in a table, in the site's time zone: as short as can be. */
export const Moment = ({ value }: { value: string }) => {
  const intl = useIntl()
  const date = intl.formatMoment(value, { year: 'numeric', month: '2-digit', day: '2-digit' })
  const time = intl.formatMoment(value, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  return (
    <time dateTime={value}>
      <span style={whole}>{date}</span> <span style={whole}>{time}</span>
    </time>
  )
}
