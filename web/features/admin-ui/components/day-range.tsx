import { useIntl } from '../../../ui/intl.tsx'
import { dayOf, endOfDay, startOfDay } from '../days.ts'
import { DayField } from './day-field.tsx'
import styles from './day-range.module.css'

interface DayRangeProps {
  query: URLSearchParams
  change: (changes: Readonly<Record<string, string | undefined>>) => void
}

/** From which day to which a list reaches; the address has the first moment and the last. */
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
  // Both ends stay on one line where there is room.
  return <span className={styles.range}>{ends}</span>
}
