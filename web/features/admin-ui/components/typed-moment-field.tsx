import { zoneName } from '@lectern/contract/zone-names.ts'
import { useIntl } from '../../../ui/intl.tsx'
import { wallTimeOf } from '../moments.ts'
import { momentTyped } from '../typed-moment.ts'
import { TypedField } from './typed-field.tsx'

interface TypedMomentFieldProps {
  /** Passed by Form.Item, like value and onChange. */
  id?: string
  /** As it is typed. */
  value?: string
  onChange?: (text: string) => void
  /** Absent: the site's. */
  timeZone?: string | undefined
}

/** A date with its time, typed as `2031-05-20 18:00` or chosen; what it means is asked when the form is sent. */
export const TypedMomentField = ({ id, value = '', onChange, timeZone }: TypedMomentFieldProps) => {
  const intl = useIntl()
  const zone = timeZone ?? intl.timeZone
  return (
    <TypedField
      id={id}
      kind="datetime-local"
      value={value}
      picked={wallTimeOf(momentTyped(value, zone), zone)}
      zone={zoneName(intl.locale, zone, { style: 'shortOffset' })}
      placeholder={intl.formatMessage({ id: 'office.date.moment' })}
      onChange={(text) => onChange?.(text)}
    />
  )
}
