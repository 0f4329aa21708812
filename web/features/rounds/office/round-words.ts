import type { IdAfter } from '@lectern/messages/message-id.ts'
import { useIntl } from '../../../ui/intl.tsx'

type Values = Record<string, string | number>

export const useRoundWords = () => {
  const intl = useIntl()
  return {
    intl,
    t: (key: IdAfter<'office.rounds.'>, values?: Values): string =>
      intl.formatMessage({ id: `office.rounds.${key}` }, values),
  }
}
