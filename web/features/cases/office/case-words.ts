import type { IdAfter } from '@lectern/messages/message-id.ts'
import { useIntl } from '../../../ui/intl.tsx'

type Values = Record<string, string | number>

export const useCaseWords = () => {
  const intl = useIntl()
  return {
    intl,
    t: (key: IdAfter<'office.cases.'>, values?: Values): string =>
      intl.formatMessage({ id: `office.cases.${key}` }, values),
  }
}

export const caseAddress = (id: string): string => `/Admin/Case/${id}`
