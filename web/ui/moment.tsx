import { withNote } from '@lectern/contract/pages/brackets.ts'
import { zoneName } from '@lectern/contract/zone-names.ts'
import { useIntl, type IntlShape } from './intl.tsx'
import styles from './moment.module.css'

/** The heading of a column of times, with their time zone. */
export const useZoned = (timeZone?: string): ((heading: string) => string) => {
  const intl = useIntl()
  const zone = zoneName(intl.locale, timeZone ?? intl.timeZone, { style: 'shortOffset' })
  return (heading) => withNote(intl.locale, heading, zone)
}

/** The same as `Moment` where only text can be. */
export const momentText = (intl: IntlShape, value: string): string =>
  `${intl.formatMoment(value, 'tableDay')} ${intl.formatMoment(value, 'time')}`

interface MomentProps {
  value: string
  /** Default: the time zone of the site. */
  timeZone?: string
  /** Without the time. */
  dayOnly?: boolean
  /** With the time zone, if the rows of a table may have different ones. */
  withZone?: boolean
}

/** A date and time in a table: short, and the same in all tables. */
export const Moment = ({ value, timeZone, dayOnly = false, withZone = false }: MomentProps) => {
  const intl = useIntl()
  const zone = zoneName(intl.locale, timeZone ?? intl.timeZone, { style: 'shortOffset', at: new Date(value) })
  // Browser and server may format the same time differently.
  return (
    <time dateTime={value} suppressHydrationWarning>
      <span className={styles.whole}>{intl.formatMoment(value, 'tableDay', timeZone)}</span>
      {!dayOnly && (
        <>
          {' '}
          <span className={styles.whole}>{intl.formatMoment(value, 'time', timeZone)}</span>
        </>
      )}
      {withZone && (
        <>
          {' '}
          <span className={styles.whole}>{zone}</span>
        </>
      )}
    </time>
  )
}
