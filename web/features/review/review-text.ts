import type { IdAfter } from '@lectern/messages/message-id.ts'
import { formatPoints } from '@lectern/contract/rounds/points.ts'
import { useIntl } from '../../ui/intl.tsx'

/** Rounded up to minutes, from ten hours on to hours. */
export const durationParts = (seconds: number): { value: number; unit: 'hour' | 'minute' }[] => {
  const minutes = Math.max(1, Math.ceil(seconds / 60))
  if (minutes >= 600) return [{ value: Math.ceil(minutes / 60), unit: 'hour' }]
  const parts = [
    { value: Math.floor(minutes / 60), unit: 'hour' as const },
    { value: minutes % 60, unit: 'minute' as const },
  ]
  return parts.filter(({ value }) => value > 0)
}

/** Texts and figures of the desk. */
export const useReviewText = () => {
  const intl = useIntl()
  return {
    t: (key: IdAfter<'review.'>, values?: Record<string, string | number>): string =>
      intl.formatMessage({ id: `review.${key}` }, values),
    /** Hours and minutes: at least a minute. */
    duration: (seconds: number): string =>
      durationParts(seconds)
        .map(({ value, unit }) => intl.formatNumber(value, { style: 'unit', unit, unitDisplay: 'short' }))
        .join(' '),
    points: (hundredths: number): string => formatPoints(hundredths, { locale: intl.locale }),
  }
}
