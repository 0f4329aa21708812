import { formatPoints } from '@lectern/contract/rounds/points.ts'
import type { IdAfter } from '@lectern/messages/message-id.ts'
import { useIntl } from '../../../ui/intl.tsx'

type Values = Record<string, string | number>

export const useResultWords = () => {
  const intl = useIntl()
  return {
    intl,
    t: (key: IdAfter<'office.results.'>, values?: Values): string =>
      intl.formatMessage({ id: `office.results.${key}` }, values),
    /** A score with two decimals; a dash if there is none. */
    points: (value: number | null | undefined): string =>
      value === null || value === undefined ? '–' : formatPoints(value, { locale: intl.locale, decimals: 2 }),
  }
}
