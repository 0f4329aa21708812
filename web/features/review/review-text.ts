import type { IdAfter } from '@lectern/messages/message-id.ts'
import { formatPoints } from '@lectern/contract/scores/points.ts'
import { useIntl } from '../../ui/intl.tsx'

/** Texts and figures of the desk. */
export const useReviewText = () => {
  const intl = useIntl()
  return {
    t: (key: IdAfter<'review.'>, values?: Record<string, string | number>): string =>
      intl.formatMessage({ id: `review.${key}` }, values),
    points: (hundredths: number): string => formatPoints(hundredths, { locale: intl.locale }),
  }
}
