import { Select } from 'antd'
import { materialCategories, materialKinds } from '@lectern/contract/material-values.ts'
import { publishStates } from '@lectern/contract/publish-values.ts'
import { useSourceWords } from '../source-words.ts'
import { ListSearch } from '../../office/components/list-search.tsx'

interface SourceFiltersProps {
  query: URLSearchParams
  change: (changes: Readonly<Record<string, string | undefined>>) => void
}

/** Which materials are listed; every choice is in the address at once, the search when it is sent. */
export const SourceFilters = ({ query, change }: SourceFiltersProps) => {
  const { say, kind, category, state } = useSourceWords()
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
      <ListSearch query={query} change={change} label={say('search')} />
      {filter('kind', materialKinds, kind)}
      {filter('category', materialCategories, category)}
      {filter('state', publishStates, state)}
    </div>
  )
}
