import { Input, Select } from 'antd'
import { messageStates } from '@lectern/contract/message-values.ts'
import { useIntl } from '../../../ui/intl.tsx'
import { dayOf, endOfDay, startOfDay } from '../../office/days.ts'
import { ListSearch } from '../../office/components/list-search.tsx'

interface MessageFiltersProps {
  query: URLSearchParams
  change: (changes: Readonly<Record<string, string | undefined>>) => void
}

/** Which messages are listed; every choice is in the address at once, the search when it is sent. */
export const MessageFilters = ({ query, change }: MessageFiltersProps) => {
  const intl = useIntl()
  const { timeZone } = intl
  const text = (id: string): string => intl.formatMessage({ id })
  return (
    <div role="search" style={{ display: 'flex', flexWrap: 'wrap', gap: 8, alignItems: 'center' }}>
      <ListSearch
        query={query}
        change={change}
        label={text('office.messages.search')}
        hint={text('office.messages.searchHint')}
      />
      <Select
        allowClear
        aria-label={text('office.messages.state')}
        placeholder={text('office.messages.state')}
        value={query.get('state')}
        options={messageStates.map((value) => ({ value, label: text(`office.messages.state.${value}`) }))}
        onChange={(state: string | undefined) => change({ state })}
        style={{ minWidth: 130 }}
      />
      {(['from', 'to'] as const).map((name) => (
        <label key={name}>
          {text(`office.audit.${name}`)}{' '}
          <Input
            type="date"
            style={{ width: 'auto' }}
            value={dayOf(query.get(name), timeZone)}
            onChange={({ target }) =>
              change({
                [name]: name === 'from' ? startOfDay(target.value, timeZone) : endOfDay(target.value, timeZone),
              })
            }
          />
        </label>
      ))}
    </div>
  )
}
