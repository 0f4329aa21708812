import type { IdAfter } from '@lectern/messages/message-id.ts'
import { useIntl } from '../../../ui/intl.tsx'

type Values = Record<string, string | number>

export const useCertificateWords = () => {
  const intl = useIntl()
  return {
    intl,
    t: (key: IdAfter<'office.certificates.'>, values?: Values): string =>
      intl.formatMessage({ id: `office.certificates.${key}` }, values),
  }
}
