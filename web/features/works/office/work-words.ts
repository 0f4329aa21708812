import type { IdAfter } from '@lectern/messages/message-id.ts'
import { useIntl } from '../../../ui/intl.tsx'
import { useStageWords } from '../../admin-ui/stage-words.ts'

export const useWorkWords = () => {
  const intl = useIntl()
  return {
    ...useStageWords(),
    t: (key: IdAfter<'office.works.'>, values?: Record<string, string | number>): string =>
      intl.formatMessage({ id: `office.works.${key}` }, values),
  }
}
