import { Input, Select } from 'antd'
import { materialCategories, materialKinds } from '@lectern/contract/material-values.ts'
import { publishStates } from '@lectern/contract/publish-values.ts'
import { longestSearch } from '@lectern/contract/search-limits.ts'
import { useSourceWords } from '../source-words.ts'

interface SourceFiltersProps {
  query: URLSearchParams
  change: (changes: Readonly<Record<string, string | undefined>>) => void
}

/** Which materials are listed; every choice is in the address at once, the search when it is sent. */
export const SourceFilters = ({ query, change }: SourceFiltersProps) => {
  const { say, kind, category, state } = useSourceWords()
  const search = query.get('search') ?? ''
  const filter = (name: string, values: readonly string[], labelOf: (value: string) => string) => (
    <Select
      allowClear
      aria-label={say(name)}
      placeholder={say(name)}
      value={query.get(name)}
      options={values.map((value) => ({ value, label: labelOf(value) }))}
      onChange={(value: string | undefined) => change({ [name]: value })}
      popupMatchSelectWidth={false}
      style={{ width: 140 }}
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
        aria-label={say('search')}
        placeholder={say('search')}
        onSearch={(text) => {
          if (text.trim() !== search) change({ search: text.trim() })
        }}
        style={{ width: 320, maxWidth: '100%' }}
      />
      {filter('kind', materialKinds, kind)}
      {filter('category', materialCategories, category)}
      {filter('state', publishStates, state)}
    </div>
  )
}
