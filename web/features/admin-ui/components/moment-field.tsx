import { useState } from 'react'
import { useIntl } from '../../../ui/intl.tsx'
import { momentTyped, typedOf } from '../typed-moment.ts'
import { TypedMomentField } from './typed-moment-field.tsx'

interface MomentFieldProps {
  /** Passed by Form.Item, like value and onChange. */
  id?: string
  /** An ISO timestamp, or unparsable input, which the server refuses for this field. */
  value?: string | null
  onChange?: (moment: string | null) => void
}

/** Date and time in the site's time zone, typed or picked. */
export const MomentField = ({ id, value = null, onChange }: MomentFieldProps) => {
  const { timeZone } = useIntl()
  const meant = (text: string): string | null => (text.trim() === '' ? null : (momentTyped(text, timeZone) ?? text))
  const [text, setText] = useState(() => typedOf(value ?? undefined, timeZone))
  // The value was changed from outside, for example by restoring a version.
  const shown = meant(text) === value ? text : typedOf(value ?? undefined, timeZone) || (value ?? '')
  return (
    <TypedMomentField
      {...(id && { id })}
      value={shown}
      onChange={(typed) => {
        setText(typed)
        onChange?.(meant(typed))
      }}
    />
  )
}
