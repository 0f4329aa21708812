import { Alert } from 'antd'
import { useIntl } from '../../../ui/intl.tsx'

/** Says that a list is not complete for organisers who take part in an activity. */
export const WithheldNote = ({ count }: { count: number }) => {
  const intl = useIntl()
  return count > 0 ? (
    <Alert type="info" showIcon title={intl.formatMessage({ id: 'office.withheld' }, { count })} />
  ) : null
}
