import type { IdAfter } from '@lectern/messages/message-id.ts'
import { useIntl } from '../../ui/intl.tsx'

export const useTokenWords = () => {
  const intl = useIntl()
  return (key: IdAfter<'office.accessTokens.'>, values?: Record<string, string | number>): string =>
    intl.formatMessage({ id: `office.accessTokens.${key}` }, values)
}
