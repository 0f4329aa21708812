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
    /** With seconds, for what happens within a minute; in the site's time zone. */
    clock: (moment: string): string => intl.formatMoment(moment, 'timeToSecond'),
  }
}
