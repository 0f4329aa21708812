import { Input } from 'antd'

interface TypedMomentFieldProps {
  /** Given by the form's item, as are value and onChange. */
  id?: string
  /** As it is typed. */
  value?: string
  onChange?: (text: string) => void
}

/** A date with its time, typed as `2031-05-20 18:00`; what it means is asked when the form is sent. */
export const TypedMomentField = ({ id, value = '', onChange }: TypedMomentFieldProps) => (
  <Input
    {...(id && { id })}
    value={value}
    placeholder="2031-05-20 18:00"
    autoComplete="off"
    maxLength={24}
    style={{ maxWidth: 220, fontVariantNumeric: 'tabular-nums' }}
    onChange={({ target }) => onChange?.(target.value)}
  />
)
