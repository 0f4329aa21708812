import { useState } from 'react'
import { useIntl } from '../../../ui/intl.tsx'
import { parseMoment, momentText } from '../moment-text.ts'
import { MomentTextField } from './moment-text-field.tsx'

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
  const meant = (text: string): string | null => (text.trim() === '' ? null : (parseMoment(text, timeZone) ?? text))
  const [text, setText] = useState(() => momentText(value ?? undefined, timeZone))
  // The value was changed from outside, for example by restoring a version.
  const fieldText = meant(text) === value ? text : momentText(value ?? undefined, timeZone) || (value ?? '')
  return (
    <MomentTextField
      {...(id && { id })}
      value={fieldText}
      onChange={(typed) => {
        setText(typed)
        onChange?.(meant(typed))
      }}
    />
  )
}
