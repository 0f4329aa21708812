import { Select } from 'antd'
import { newsCategories } from '@lectern/contract/news-categories.ts'
import { publishMoves, type PublishState } from '@lectern/contract/publish-values.ts'
import { useArticleWords } from '../article-words.ts'
import { ListSearch } from '../../office/components/list-search.tsx'

interface ArticleFiltersProps {
  query: URLSearchParams
  change: (changes: Readonly<Record<string, string | undefined>>) => void
  /** News only have categories. */
  withCategory: boolean
}

const states = Object.keys(publishMoves) as PublishState[]

/** What is listed; every choice is in the address at once, the search when it is sent. */
export const ArticleFilters = ({ query, change, withCategory }: ArticleFiltersProps) => {
  const { say, state, category } = useArticleWords()
  const filter = (name: 'state' | 'category', options: { value: string; label: string }[]) => (
    <Select
      allowClear
      aria-label={say(name)}
      placeholder={say(name)}
      value={query.get(name)}
      options={options}
      onChange={(value: string | undefined) => change({ [name]: value })}
      popupMatchSelectWidth={false}
      style={{ width: 140 }}
    />
  )
  return (
    <div role="search" style={{ display: 'flex', flexWrap: 'wrap', gap: 8 }}>
      <ListSearch query={query} change={change} label={say('search')} />
      {filter(
        'state',
        states.map((value) => ({ value, label: state(value) })),
      )}
      {withCategory &&
        filter(
          'category',
          newsCategories.map((value) => ({ value, label: category(value) })),
        )}
    </div>
  )
}
