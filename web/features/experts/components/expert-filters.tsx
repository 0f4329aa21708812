import { Input, Select } from 'antd'
import { useIntl } from 'react-intl'
import { expertFields, expertStates } from '@lectern/contract/expert-values.ts'
import { longestSearch } from '@lectern/contract/search-limits.ts'

interface ExpertFiltersProps {
  query: URLSearchParams
  change: (changes: Readonly<Record<string, string | undefined>>) => void
}

/** Who is listed; every choice is in the address at once, the search when it is sent. */
export const ExpertFilters = ({ query, change }: ExpertFiltersProps) => {
  const intl = useIntl()
  const say = (id: string): string => intl.formatMessage({ id })
  const search = query.get('search') ?? ''
  const filter = (name: 'state' | 'field', label: string, options: { value: string; label: string }[]) => (
    <Select
      allowClear
      aria-label={label}
      placeholder={label}
      value={query.get(name)}
      options={options}
      onChange={(value: string | undefined) => change({ [name]: value })}
      popupMatchSelectWidth={false}
      style={{ width: 160 }}
    />
  )
  return (
    <div role="search" style={{ display: 'flex', flexWrap: 'wrap', gap: 8 }}>
      <Input.Search
        // Another address, as after Back, is another text.
        key={search}
        allowClear
        defaultValue={search}
        maxLength={longestSearch}
        aria-label={say('expert.search')}
        placeholder={say('expert.search')}
        onSearch={(text) => {
          if (text.trim() !== search) change({ search: text.trim() })
        }}
        style={{ width: 320, maxWidth: '100%' }}
      />
      {filter(
        'state',
        say('office.experts.state'),
        expertStates.map((value) => ({ value, label: say(`office.experts.state.${value}`) })),
      )}
      {filter(
        'field',
        say('expert.fields'),
        expertFields.map((value) => ({ value, label: say(`expert.field.${value}`) })),
      )}
    </div>
  )
}
