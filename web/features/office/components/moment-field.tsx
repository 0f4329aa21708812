import { Input } from 'antd'
import { useIntl } from '../../../ui/intl.tsx'
import { momentAt, wallTimeOf } from '../moments.ts'

interface MomentFieldProps {
  /** Given by the form's item, as are value and onChange. */
  id?: string
  /** An ISO moment. */
  value?: string | null
  onChange?: (moment: string | null) => void
}

/** A date with its time in the site's time zone, typed or picked. */
export const MomentField = ({ id, value, onChange }: MomentFieldProps) => {
  const { timeZone } = useIntl()
  return (
    <Input
      {...(id && { id })}
      type="datetime-local"
      value={wallTimeOf(value, timeZone)}
      onChange={({ target }) => onChange?.(momentAt(target.value, timeZone))}
    />
  )
}
