import { useState } from 'react'
import { useIntl } from '../../../ui/intl.tsx'
import { DateTextField } from './date-text-field.tsx'

interface DayFieldProps {
  label: string
  /** `2031-05-20`, or empty. */
  value: string
  onChange: (day: string) => void
}

const isDay = (text: string): boolean => {
  const midnight = new Date(`${text}T00:00:00.000Z`)
  return (
    /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(text)
  )
}

/** A day, typed or picked; `onChange` is called with a complete day or an empty one. */
export const DayField = ({ label, value, onChange }: DayFieldProps) => {
  const intl = useIntl()
  const [text, setText] = useState(value)
  const [lastValue, setLastValue] = useState(value)
  if (lastValue !== value) {
    setLastValue(value)
    setText(value)
  }
  return (
    <DateTextField
      label={label}
      kind="date"
      value={text}
      picked={isDay(text) ? text : ''}
      placeholder={intl.formatMessage({ id: 'office.date.day' })}
      onChange={(typed) => {
        const day = typed.normalize('NFKC').trim()
        setText(typed)
        if ((day === '' || isDay(day)) && day !== value) onChange(day)
      }}
    />
  )
}
