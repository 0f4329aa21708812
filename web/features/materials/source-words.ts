import type { Locale } from '@lectern/contract/locales.ts'
import { localize, type LocalizedText } from '@lectern/contract/localized.ts'
import { useIntl } from '../../ui/intl.tsx'

/** The words of the materials' pages in the office. */
export const useSourceWords = () => {
  const intl = useIntl()
  return {
    say: (key: string, values?: Record<string, string | number>): string =>
      intl.formatMessage({ id: `office.materials.${key}` }, values),
    kind: (kind: string): string => intl.formatMessage({ id: `material.kind.${kind}` }),
    category: (category: string): string => intl.formatMessage({ id: `material.category.${category}` }),
    state: (state: string): string => intl.formatMessage({ id: `office.publishing.state.${state}` }),
    titleOf: (title: LocalizedText): string => localize(title, intl.locale as Locale).text,
  }
}
