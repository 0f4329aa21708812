import type { IdAfter } from '@lectern/messages/message-id.ts'
import { regionName } from '@lectern/contract/regions.ts'
import { useIntl } from '../../ui/intl.tsx'

/** Words of every stage: its filters, regions, and when a team is notified of a decision. */
export const useStageWords = () => {
  const intl = useIntl()
  const clock = (moment: string): string => intl.formatMoment(moment, 'timeToSecond')
  return {
    stage: (key: IdAfter<'office.stage.'>, values?: Record<string, string>): string =>
      intl.formatMessage({ id: `office.stage.${key}` }, values),
    /** Region codes exist for China only; elsewhere it is free text. */
    region: (text: string | null): string => (text === null ? '' : (regionName(text, intl.locale) ?? text)),
    /** Until when a decision can be taken back, to the second. */
    takeBackUntil: (moment: string): string =>
      intl.formatMessage({ id: 'office.decision.takeBackUntil' }, { time: clock(moment) }),
    notifiedAt: (moment: string): string =>
      intl.formatMessage({ id: 'office.decision.tellAt' }, { time: clock(moment) }),
  }
}
