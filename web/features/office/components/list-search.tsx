import { Input } from 'antd'
import { longestSearch } from '@lectern/contract/search-limits.ts'

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
  longest = longestSearch,
  width = 320,
}: ListSearchProps) => {
  const sought = query.get(name) ?? ''
  return (
    <Input.Search
      // Another address, as after Back, is another text.
      key={sought}
      allowClear
      defaultValue={sought}
      maxLength={longest}
      aria-label={label}
      placeholder={hint}
      onSearch={(text) => {
        if (text.trim() !== sought) change({ [name]: text.trim() })
      }}
      style={{ width, maxWidth: '100%' }}
    />
  )
}
