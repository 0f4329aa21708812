import { Input } from 'antd'
import { maxSearchLength } from '@lectern/contract/search/search-limits.ts'

interface ListSearchProps {
  query: URLSearchParams
  change: (changes: Readonly<Record<string, string | undefined>>) => void
  label: string
  /** Default: the label. */
  hint?: string
  /** The query parameter. */
  name?: string
  longest?: number
  width?: number
}

/** The search of a list, written into the address on submit. */
export const ListSearch = ({
  query,
  change,
  label,
  hint = label,
  name = 'search',
  longest = maxSearchLength,
  width = 320,
}: ListSearchProps) => {
  const searchText = query.get(name) ?? ''
  return (
    <Input.Search
      // Remounted when the address changes, for example by Back.
      key={searchText}
      allowClear
      defaultValue={searchText}
      maxLength={longest}
      aria-label={label}
      placeholder={hint}
      onSearch={(text) => {
        if (text.trim() !== searchText) change({ [name]: text.trim() })
      }}
      style={{ width, maxWidth: '100%' }}
    />
  )
}
