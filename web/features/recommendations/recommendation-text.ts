import type { IdAfter } from '@lectern/messages/message-id.ts'
import { useIntl } from '../../ui/intl.tsx'

/** Texts of the officers' pages. */
export const useRecommendationText = () => {
  const intl = useIntl()
  return {
    intl,
    t: (key: IdAfter<'recommendation.'>, values?: Record<string, string | number>): string =>
      intl.formatMessage({ id: `recommendation.${key}` }, values),
  }
}
