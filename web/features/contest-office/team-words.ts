import type { EnrolmentState } from '@lectern/contract/enrolment-values.ts'
import { useIntl } from '../../ui/intl.tsx'

/** How the office speaks of teams and of the time they are given. */
export const useTeamWords = () => {
  const intl = useIntl()
  const say = (key: string, values: Record<string, string | number> = {}): string =>
    intl.formatMessage({ id: `office.teams.${key}` }, values)
  return {
    say,
    state: (state: EnrolmentState | undefined): string => say(`state.${state ?? 'none'}`),
    moment: (value: string, timeZone: string): string =>
      intl.formatMoment(value, {
        year: 'numeric',
        month: 'short',
        day: 'numeric',
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
        timeZone,
        timeZoneName: 'short',
      }),
  }
}
