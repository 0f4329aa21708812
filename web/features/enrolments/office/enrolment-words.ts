import type { IdAfter } from '@lectern/messages/message-id.ts'
import type { EnrolmentState } from '@lectern/contract/enrolment-values.ts'
import { regionName } from '@lectern/contract/regions.ts'
import { useIntl } from '../../../ui/intl.tsx'

export const useEnrolmentWords = () => {
  const intl = useIntl()
  const t = (key: IdAfter<'office.enrolments.'>, values?: Record<string, string | number>): string =>
    intl.formatMessage({ id: `office.enrolments.${key}` }, values)
  return {
    t,
    state: (value: EnrolmentState): string => t(`state.${value}`),
    /** Region codes exist for China only; elsewhere it is free text. */
    region: (text: string | null): string => (text === null ? '' : (regionName(text, intl.locale) ?? text)),
    /** Until when a decision can be taken back, to the second. */
    takeBackUntil: (moment: string): string =>
      intl.formatMessage({ id: 'office.decision.takeBackUntil' }, { time: intl.formatMoment(moment, 'timeToSecond') }),
    notifiedAt: (moment: string): string =>
      intl.formatMessage({ id: 'office.decision.tellAt' }, { time: intl.formatMoment(moment, 'timeToSecond') }),
  }
}
