import { Input } from 'antd'
import { maxSearchLength } from '@lectern/contract/search-limits.ts'

interface ListSearchProps {
  query: URLSearchParams
  change: (changes: Readonly<Record<string, string | undefined>>) => void
  label: string
  /** Absent: the label. */
  hint?: string
  /** Its name in the address. */
  name?: string
  longest?: number
  width?: number
}

/** What a list is searched for; in the address once it is sent. */
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
      // Another address, as after Back, is another text.
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
