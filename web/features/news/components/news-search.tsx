import { useEffect, useRef } from 'react'
import { useIntl } from 'react-intl'
import { articleHomes } from '@lectern/contract/article-values.ts'
import type { NewsCategory } from '@lectern/contract/news-categories.ts'
import { longestSearch } from '@lectern/contract/search-limits.ts'
import { QueryForm } from '../../../router/link.tsx'
import { SearchIcon } from '../../../ui/icons.tsx'
import styles from './news-search.module.css'

interface NewsSearchProps {
  search?: string | undefined
  category?: NewsCategory | undefined
  /** The list that is searched, and what the box is called; the news if absent. */
  home?: string
  label?: string
}

/** The search box of a list of articles; it leads to an address, with or without script. */
export const NewsSearch = ({ search, category, home = articleHomes.news, label: given }: NewsSearchProps) => {
  const intl = useIntl()
  const label = given ?? intl.formatMessage({ id: 'news.search' })
  const box = useRef<HTMLInputElement>(null)
  const shown = useRef(search)
  useEffect(() => {
    // Back and forward change the words; the box stays the same, and so the focus in it. What somebody typed before this
    // script arrived is his, and stays.
    if (shown.current === search) return
    shown.current = search
    box.current!.value = search ?? ''
  }, [search])
  return (
    <QueryForm className={styles.search} role="search" to={home}>
      {category && <input type="hidden" name="category" value={category} />}
      <input
        ref={box}
        type="search"
        name="search"
        defaultValue={search}
        maxLength={longestSearch}
        aria-label={label}
        placeholder={label}
      />
      <button type="submit" aria-label={intl.formatMessage({ id: 'news.searchButton' })}>
        <SearchIcon />
      </button>
    </QueryForm>
  )
}
