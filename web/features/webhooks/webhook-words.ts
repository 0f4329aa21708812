import type { IdAfter } from '@lectern/messages/message-id.ts'
import { useIntl } from '../../ui/intl.tsx'

export const useWebhookWords = () => {
  const intl = useIntl()
  return (key: IdAfter<'office.webhooks.'>, values?: Record<string, string | number>): string =>
    intl.formatMessage({ id: `office.webhooks.${key}` }, values)
}
