import { Input, Select } from 'antd'
import { useIntl } from 'react-intl'
import { activityStates } from '@lectern/contract/competition-values.ts'
import type { Edition } from '@lectern/contract/editions.ts'
import { longestSearch } from '@lectern/contract/search-limits.ts'
import { useEditionName } from '../edition-name.ts'

interface ActivityFiltersProps {
  editions: readonly Edition[]
  edition: Edition
  query: URLSearchParams
  change: (changes: Readonly<Record<string, string | undefined>>) => void
}

/** Which activities are listed; every choice is in the address at once, the search when it is sent. */
export const ActivityFilters = ({ editions, edition, query, change }: ActivityFiltersProps) => {
  const intl = useIntl()
  const nameOf = useEditionName()
  const say = (key: string): string => intl.formatMessage({ id: `office.activities.${key}` })
  const search = query.get('search') ?? ''
  return (
    <div role="search" style={{ display: 'flex', flexWrap: 'wrap', gap: 8 }}>
      <Select
        aria-label={say('edition')}
        value={edition.id}
        options={editions.map((one) => ({ value: one.id, label: nameOf(one) }))}
        onChange={(value: string) => change({ edition: value })}
        popupMatchSelectWidth={false}
        style={{ minWidth: 240, maxWidth: '100%' }}
      />
      <Input.Search
        // Another address, as after Back, is another text.
        key={search}
        allowClear
        defaultValue={search}
        maxLength={longestSearch}
        aria-label={say('search')}
        placeholder={say('search')}
        onSearch={(text) => {
          if (text.trim() !== search) change({ search: text.trim() })
        }}
        style={{ width: 280, maxWidth: '100%' }}
      />
      <Select
        allowClear
        aria-label={say('state')}
        placeholder={say('state')}
        value={query.get('state')}
        options={activityStates.map((value) => ({
          value,
          label: intl.formatMessage({ id: `office.publishing.state.${value}` }),
        }))}
        onChange={(value: string | undefined) => change({ state: value })}
        style={{ width: 160 }}
      />
    </div>
  )
}
