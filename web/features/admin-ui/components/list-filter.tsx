import { Select } from 'antd'

interface ListFilterProps {
  query: URLSearchParams
  change: (changes: Readonly<Record<string, string | undefined>>) => void
  /** Its name in the address. */
  name: string
  label: string
  options: { value: string; label: string }[]
  width?: number
  /** Where there are too many to look through. */
  searchable?: boolean
}

/** What a list is narrowed to; in the address at once. */
export const ListFilter = (props: ListFilterProps) => {
  const { query, change, name, label, options, width = 140, searchable = false } = props
  return (
    <Select
      allowClear
      showSearch={searchable && { optionFilterProp: 'label' }}
      aria-label={label}
      placeholder={label}
      value={query.get(name)}
      options={options}
      onChange={(value: string | undefined) => change({ [name]: value })}
      popupMatchSelectWidth={false}
      style={{ width, maxWidth: '100%' }}
    />
  )
}
