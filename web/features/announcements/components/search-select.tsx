import { Select } from 'antd'
import { useState } from 'react'
import { useSearchResults } from '../../admin-ui/use-search-results.ts'

interface Option {
  value: string
  label: string
}

interface SearchSelectProps {
  /** Passed by Form.Item, like value and onChange. */
  id?: string
  value?: string[]
  onChange?: (ids: string[]) => void
  /** Names of the selected entries. */
  named: Readonly<Record<string, string>>
  hint: string
  none: string
  most: number
  find: (text: string) => Promise<Option[]>
}

const nobody: string[] = []

/** Selects several entries by searching for their names. */
export const SearchSelect = ({ id, value = nobody, onChange, named, hint, none, most, find }: SearchSelectProps) => {
  const { results, search } = useSearchResults<Option>(async (text) => (text === '' ? [] : find(text)))
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({})
  const names = { ...named, ...chosen }
  const rest = value.filter((one) => !results.some((option) => option.value === one))
  return (
    <Select<string[], Option>
      {...(id && { id })}
      mode="multiple"
      allowClear
      maxCount={most}
      showSearch={{ filterOption: false, onSearch: (text) => search(text) }}
      value={value}
      options={[...results, ...rest.map((one) => ({ value: one, label: names[one] ?? one }))]}
      placeholder={hint}
      notFoundContent={none}
      onChange={(ids, options) => {
        const labels = (Array.isArray(options) ? options : [options]).flatMap((option) =>
          option?.label ? [[option.value, option.label]] : [],
        )
        setChosen((before) => ({ ...before, ...Object.fromEntries(labels) }))
        onChange?.(ids)
      }}
    />
  )
}
