import { useIntl } from '../../../ui/intl.tsx'
import { dayOf, endOfDay, startOfDay } from '../days.ts'
import { DayField } from './day-field.tsx'
import styles from './day-range.module.css'

interface DayRangeProps {
  query: URLSearchParams
  change: (changes: Readonly<Record<string, string | undefined>>) => void
}

/** Filter by first and last day; the address has the exact start and end times. */
export const DayRange = ({ query, change }: DayRangeProps) => {
  const intl = useIntl()
  const { timeZone } = intl
  const momentOf = { from: startOfDay, to: endOfDay }
  const ends = (['from', 'to'] as const).map((name) => {
    const label = intl.formatMessage({ id: `office.audit.${name}` })
    return (
      <span key={name}>
        <span aria-hidden="true">{label} </span>
        <DayField
          label={label}
          value={dayOf(query.get(name), timeZone)}
          onChange={(day) => change({ [name]: momentOf[name](day, timeZone) })}
        />
      </span>
    )
  })
  // Both fields stay on one line if there is room.
  return <span className={styles.range}>{ends}</span>
}
