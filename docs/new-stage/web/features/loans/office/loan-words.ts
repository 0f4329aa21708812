import type { IdAfter } from '@lectern/messages/message-id.ts'
import { useIntl } from '../../../ui/intl.tsx'
import { useStageWords } from '../../admin-ui/stage-words.ts'

export const useLoanWords = () => {
  const intl = useIntl()
  return {
    ...useStageWords(),
    t: (key: IdAfter<'office.loans.'>, values?: Record<string, string | number>): string =>
      intl.formatMessage({ id: `office.loans.${key}` }, values),
    item: (item: IdAfter<'loan.item.'>): string => intl.formatMessage({ id: `loan.item.${item}` }),
    state: (state: IdAfter<'loan.state.'>): string => intl.formatMessage({ id: `loan.state.${state}` }),
  }
}
