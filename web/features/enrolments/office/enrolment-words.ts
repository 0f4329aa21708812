import type { IdAfter } from '@lectern/messages/message-id.ts'
import type { EnrolmentState } from '@lectern/contract/enrolments/enrolment-values.ts'
import { useIntl } from '../../../ui/intl.tsx'
import { useStageWords } from '../../admin-ui/stage-words.ts'

export const useEnrolmentWords = () => {
  const intl = useIntl()
  const t = (key: IdAfter<'office.enrolments.'>, values?: Record<string, string | number>): string =>
    intl.formatMessage({ id: `office.enrolments.${key}` }, values)
  return { ...useStageWords(), t, state: (value: EnrolmentState): string => t(`state.${value}`) }
}
