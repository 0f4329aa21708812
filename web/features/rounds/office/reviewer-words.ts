import type { IdAfter } from '@lectern/messages/message-id.ts'
import type { ExpertField } from '@lectern/contract/experts/expert-values.ts'
import { useIntl } from '../../../ui/intl.tsx'

type Values = Record<string, string | number>

export const useReviewerWords = () => {
  const intl = useIntl()
  const field = (name: ExpertField): string => intl.formatMessage({ id: `expert.field.${name}` })
  return {
    intl,
    t: (key: IdAfter<'office.reviewers.'>, values?: Values): string =>
      intl.formatMessage({ id: `office.reviewers.${key}` }, values),
    field,
    fields: (names: readonly ExpertField[]): string => intl.formatList(names.map(field)),
  }
}
