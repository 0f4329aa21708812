import { Input, Select } from 'antd'
import { useIntl } from 'react-intl'
import { messageStates } from '@lectern/contract/message-values.ts'
import { longestSearch } from '@lectern/contract/search-limits.ts'
import { dayOf, endOfDay, startOfDay } from '../../office/days.ts'

interface MessageFiltersProps {
  query: URLSearchParams
  change: (changes: Readonly<Record<string, string | undefined>>) => void
}

/** Which messages are listed; every choice is in the address at once, the search when it is sent. */
export const MessageFilters = ({ query, change }: MessageFiltersProps) => {
  const intl = useIntl()
  const { timeZone } = intl
  const text = (id: string): string => intl.formatMessage({ id })
  const search = query.get('search') ?? ''
  return (
    <div role="search" style={{ display: 'flex', flexWrap: 'wrap', gap: 8, alignItems: 'center' }}>
      <Input.Search
        // Another address, as after Back, is another text.
        key={search}
        allowClear
        defaultValue={search}
        maxLength={longestSearch}
        aria-label={text('office.messages.search')}
        placeholder={text('office.messages.searchHint')}
        onSearch={(words) => {
          if (words.trim() !== search) change({ search: words.trim() })
        }}
        style={{ width: 320, maxWidth: '100%' }}
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
