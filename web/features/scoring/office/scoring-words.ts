import type { IdAfter } from '@lectern/messages/message-id.ts'
import { formatPoints } from '@lectern/contract/rounds/points.ts'
import { useIntl } from '../../../ui/intl.tsx'

type Values = Record<string, string | number>

export const useScoringWords = () => {
  const intl = useIntl()
  /** Points; a dash if there are none. */
  const points = (value: number | null | undefined, decimals: 0 | 1 | 2 = 0): string =>
    value === null || value === undefined ? '–' : formatPoints(value, { locale: intl.locale, decimals })
  return {
    intl,
    t: (key: IdAfter<'office.scoring.'>, values?: Values): string =>
      intl.formatMessage({ id: `office.scoring.${key}` }, values),
    points,
  }
}
