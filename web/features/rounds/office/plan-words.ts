import type { IdAfter } from '@lectern/messages/message-id.ts'
import { useIntl } from '../../../ui/intl.tsx'

type Values = Record<string, string | number>

export const usePlanWords = () => {
  const intl = useIntl()
  return {
    intl,
    t: (key: IdAfter<'office.plan.'>, values?: Values): string =>
      intl.formatMessage({ id: `office.plan.${key}` }, values),
    /** Hundredths of points as people read them. */
    points: (hundredths: number): string => intl.formatNumber(hundredths / 100),
  }
}
