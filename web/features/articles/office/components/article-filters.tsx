import { newsCategories } from '@lectern/contract/articles/news-categories.ts'
import { publishStates } from '@lectern/contract/pages/publish-values.ts'
import { useArticleWords } from '../article-words.ts'
import { FilterBar } from '../../../admin-ui/components/filter-bar.tsx'
import { ListFilter } from '../../../admin-ui/components/list-filter.tsx'
import { ListSearch } from '../../../admin-ui/components/list-search.tsx'

interface ArticleFiltersProps {
  query: URLSearchParams
  change: (changes: Readonly<Record<string, string | undefined>>) => void
  /** Only news have categories. */
  withCategory: boolean
}

/** Filters are written to the address at once, the search on submit. */
export const ArticleFilters = ({ query, change, withCategory }: ArticleFiltersProps) => {
  const { t, state, category } = useArticleWords()
  const list = { query, change }
  return (
    <FilterBar list={withCategory ? 'news' : 'related'} keptNames={withCategory ? [] : ['kind']}>
      <ListSearch {...list} label={t('search')} />
      <ListFilter
        {...list}
        name="state"
        label={t('state')}
        options={publishStates.map((value) => ({ value, label: state(value) }))}
      />
      {withCategory && (
        <ListFilter
          {...list}
          name="category"
          label={t('category')}
          options={newsCategories.map((value) => ({ value, label: category(value) }))}
        />
      )}
    </FilterBar>
  )
}
