import { Input } from 'antd'
import { useIntl } from '../../../ui/intl.tsx'
import { dayOf, endOfDay, startOfDay } from '../days.ts'

interface DayRangeProps {
  query: URLSearchParams
  change: (changes: Readonly<Record<string, string | undefined>>) => void
}

/** From which day to which a list reaches; the address has the first moment and the last. */
export const DayRange = ({ query, change }: DayRangeProps) => {
  const intl = useIntl()
  const { timeZone } = intl
  const momentOf = { from: startOfDay, to: endOfDay }
  return (['from', 'to'] as const).map((name) => (
    <label key={name}>
      {intl.formatMessage({ id: `office.audit.${name}` })}{' '}
      <Input
        type="date"
        style={{ width: 'auto' }}
        value={dayOf(query.get(name), timeZone)}
        onChange={({ target }) => change({ [name]: momentOf[name](target.value, timeZone) })}
      />
    </label>
  ))
}
