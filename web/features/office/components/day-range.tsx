import { useIntl } from '../../../ui/intl.tsx'
import { dayOf, endOfDay, startOfDay } from '../days.ts'
import { DayField } from './day-field.tsx'

interface DayRangeProps {
  query: URLSearchParams
  change: (changes: Readonly<Record<string, string | undefined>>) => void
}

/** From which day to which a list reaches; the address has the first moment and the last. */
export const DayRange = ({ query, change }: DayRangeProps) => {
  const intl = useIntl()
  const { timeZone } = intl
  const momentOf = { from: startOfDay, to: endOfDay }
  return (['from', 'to'] as const).map((name) => {
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
}
