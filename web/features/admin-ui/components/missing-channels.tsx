import { Alert } from 'antd'
import { channels } from '@lectern/contract/accounts/account-values.ts'
import { useIntl } from '../../../ui/intl.tsx'

/** Explains which channels are not configured, if any. */
export const MissingChannels = ({ present }: { present: readonly string[] }) => {
  const intl = useIntl()
  return channels
    .filter((channel) => !present.includes(channel))
    .map((channel) => (
      <Alert key={channel} type="warning" showIcon title={intl.formatMessage({ id: `office.outbox.no.${channel}` })} />
    ))
}
