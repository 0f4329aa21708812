import { Input, Select } from 'antd'
import { newsCategories } from '@lectern/contract/news-categories.ts'
import { publishMoves, type PublishState } from '@lectern/contract/publish-values.ts'
import { longestSearch } from '@lectern/contract/search-limits.ts'
import { useArticleWords } from '../article-words.ts'

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
  const search = query.get('search') ?? ''
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
