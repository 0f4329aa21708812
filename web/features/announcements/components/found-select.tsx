import { Select } from 'antd'
import { useEffect, useRef, useState } from 'react'

interface Option {
  value: string
  label: string
}

interface FoundSelectProps {
  /** Given by the form's item, as are value and onChange. */
  id?: string
  value?: string[]
  onChange?: (ids: string[]) => void
  /** Names of what is chosen already. */
  named: Readonly<Record<string, string>>
  hint: string
  none: string
  most: number
  find: (text: string) => Promise<Option[]>
}

const restMilliseconds = 250
const nobody: string[] = []

/** Several of many, found by what they are called. */
export const FoundSelect = ({ id, value = nobody, onChange, named, hint, none, most, find }: FoundSelectProps) => {
  const [found, setFound] = useState<Option[]>([])
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({})
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const asked = useRef(0)
  useEffect(() => () => clearTimeout(timer.current), [])
  const look = async (text: string): Promise<void> => {
    asked.current += 1
    const turn = asked.current
    const list = text === '' ? [] : await find(text)
    // Answers may come in another order than they were asked for.
    if (turn === asked.current) setFound(list)
  }
  const known = { ...named, ...chosen }
  const rest = value.filter((one) => !found.some((option) => option.value === one))
  return (
    <Select<string[], Option>
      {...(id && { id })}
      mode="multiple"
      allowClear
      maxCount={most}
      showSearch={{
        filterOption: false,
        onSearch: (text) => {
          clearTimeout(timer.current)
          // What goes wrong, the request says.
          timer.current = setTimeout(() => void look(text.trim()).catch(() => undefined), restMilliseconds)
        },
      }}
      value={value}
      options={[...found, ...rest.map((one) => ({ value: one, label: known[one] ?? one }))]}
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
