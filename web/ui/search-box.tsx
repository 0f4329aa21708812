import { useEffect, useRef } from 'react'
import { maxSearchLength } from '@lectern/contract/search/search-limits.ts'
import { QueryForm } from '../router/link.tsx'
import { SearchIcon } from './icons.tsx'
import styles from './search-box.module.css'

interface SearchBoxProps {
  /** Path of the list. */
  to: string
  search: string | undefined
  label: string
  button: string
  /** Other query parameters to keep. */
  keptParameters: Readonly<Record<string, string | undefined>>
}

/** The search of a list; navigates to an address, with or without JavaScript. */
export const SearchBox = ({ to, search, label, button, keptParameters }: SearchBoxProps) => {
  const box = useRef<HTMLInputElement>(null)
  const lastSearch = useRef(search)
  useEffect(() => {
    // Back and forward change the text but not the element, so that the focus stays. Text typed before hydration stays
    // too.
    if (lastSearch.current === search) return
    lastSearch.current = search
    box.current!.value = search ?? ''
  }, [search])
  return (
    <QueryForm className={`print-hidden ${styles.search}`} role="search" to={to}>
      {Object.entries(keptParameters).map(
        ([name, value]) => value !== undefined && <input key={name} type="hidden" name={name} value={value} />,
      )}
      <input
        ref={box}
        type="search"
        name="search"
        defaultValue={search}
        maxLength={maxSearchLength}
        aria-label={label}
        placeholder={label}
      />
      <button type="submit" aria-label={button}>
        <SearchIcon />
      </button>
    </QueryForm>
  )
}
