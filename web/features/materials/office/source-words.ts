import type { IdAfter } from '@lectern/messages/message-id.ts'
import { localize, type LocalizedText } from '@lectern/contract/localized.ts'
import { useIntl } from '../../../ui/intl.tsx'

export const useSourceWords = () => {
  const intl = useIntl()
  return {
    t: (key: IdAfter<'office.materials.'>, values?: Record<string, string | number>): string =>
      intl.formatMessage({ id: `office.materials.${key}` }, values),
    kind: (kind: IdAfter<'material.kind.'>): string => intl.formatMessage({ id: `material.kind.${kind}` }),
    category: (category: IdAfter<'material.category.'>): string =>
      intl.formatMessage({ id: `material.category.${category}` }),
    state: (state: IdAfter<'office.publishing.state.'>): string =>
      intl.formatMessage({ id: `office.publishing.state.${state}` }),
    titleOf: (title: LocalizedText): string => localize(title, intl.locale).text,
  }
}
