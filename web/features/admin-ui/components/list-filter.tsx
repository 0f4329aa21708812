import { Select } from 'antd'

interface ListFilterProps {
  query: URLSearchParams
  change: (changes: Readonly<Record<string, string | undefined>>) => void
  /** The query parameter. */
  name: string
  label: string
  options: { value: string; label: string }[]
  width?: number
  /** For many options. */
  searchable?: boolean
}

/** A filter of a list, written into the address at once. */
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
