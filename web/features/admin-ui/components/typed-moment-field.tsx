import { zoneName } from '@lectern/contract/zone-names.ts'
import { useIntl } from '../../../ui/intl.tsx'
import { wallTimeOf } from '../moments.ts'
import { momentTyped } from '../typed-moment.ts'
import { TypedField } from './typed-field.tsx'

interface TypedMomentFieldProps {
  /** Passed by Form.Item, like value and onChange. */
  id?: string
  /** The typed text. */
  value?: string
  onChange?: (text: string) => void
  /** Default: the site's. */
  timeZone?: string | undefined
}

/** Date and time, typed as `2031-05-20 18:00` or picked; parsed when the form is sent. */
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
