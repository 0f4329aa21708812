import { useEffect, useRef } from 'react'
import { useIntl } from 'react-intl'
import type { NewsCategory } from '@lectern/contract/news-categories.ts'
import { longestSearch } from '@lectern/contract/search-limits.ts'
import { QueryForm } from '../../../router/link.tsx'
import { SearchIcon } from '../../../ui/icons.tsx'
import styles from './news-search.module.css'

interface NewsSearchProps {
  search?: string | undefined
  category?: NewsCategory | undefined
}

/** The search box of the news; it leads to an address, with or without script. */
export const NewsSearch = ({ search, category }: NewsSearchProps) => {
  const intl = useIntl()
  const label = intl.formatMessage({ id: 'news.search' })
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
    <QueryForm className={styles.search} role="search" to="/News">
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
