import { zoneName } from '@lectern/contract/zone-names.ts'
import { useIntl } from '../../../ui/intl.tsx'
import { wallTimeOf } from '../../../ui/wall-time.ts'
import { parseMoment } from '../moment-text.ts'
import { DateTextField } from './date-text-field.tsx'

interface MomentTextFieldProps {
  /** Passed by Form.Item, like value and onChange. */
  id?: string
  /** The typed text. */
  value?: string
  onChange?: (text: string) => void
  /** Default: the site's. */
  timeZone?: string | undefined
}

/** Date and time, typed as `2031-05-20 18:00` or picked; parsed when the form is sent. */
export const MomentTextField = ({ id, value = '', onChange, timeZone }: MomentTextFieldProps) => {
  const intl = useIntl()
  const zone = timeZone ?? intl.timeZone
  return (
    <DateTextField
      id={id}
      kind="datetime-local"
      value={value}
      picked={wallTimeOf(parseMoment(value, zone), zone)}
      zone={zoneName(intl.locale, zone, { style: 'shortOffset' })}
      placeholder={intl.formatMessage({ id: 'office.date.moment' })}
      onChange={(text) => onChange?.(text)}
    />
  )
}
