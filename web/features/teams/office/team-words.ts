import type { IdAfter } from '@lectern/messages/message-id.ts'
import type { EnrolmentState } from '@lectern/contract/enrolments/enrolment-values.ts'
import { useIntl } from '../../../ui/intl.tsx'

/** Texts of the office about teams and extensions. */
export const useTeamWords = () => {
  const intl = useIntl()
  const t = (key: IdAfter<'office.teams.'>, values: Record<string, string | number> = {}): string =>
    intl.formatMessage({ id: `office.teams.${key}` }, values)
  return {
    t,
    state: (state: EnrolmentState | undefined): string => t(`state.${state ?? 'none'}`),
    /** A message with elements in it. */
    show: (key: IdAfter<'office.teams.'>, values: Parameters<typeof intl.formatRich>[1]) =>
      intl.formatRich(`office.teams.${key}`, values),
  }
}
