import { materialCategories, materialKinds } from '@lectern/contract/materials/material-values.ts'
import { publishStates } from '@lectern/contract/pages/publish-values.ts'
import { useSourceWords } from '../source-words.ts'
import { FilterBar } from '../../../admin-ui/components/filter-bar.tsx'
import { ListFilter } from '../../../admin-ui/components/list-filter.tsx'
import { ListSearch } from '../../../admin-ui/components/list-search.tsx'

interface SourceFiltersProps {
  query: URLSearchParams
  change: (changes: Readonly<Record<string, string | undefined>>) => void
}

/** Filters are written to the address at once, the search on submit. */
export const SourceFilters = ({ query, change }: SourceFiltersProps) => {
  const { t, kind, category, state } = useSourceWords()
  const list = { query, change }
  const filter = <Value extends string>(
    name: 'kind' | 'category' | 'state',
    values: readonly Value[],
    labelOf: (value: Value) => string,
  ) => (
    <ListFilter
      {...list}
      name={name}
      label={t(name)}
      options={values.map((value) => ({ value, label: labelOf(value) }))}
    />
  )
  return (
    <FilterBar list="material">
      <ListSearch {...list} label={t('search')} />
      {filter('kind', materialKinds, kind)}
      {filter('category', materialCategories, category)}
      {filter('state', publishStates, state)}
    </FilterBar>
  )
}
