import { locales, type Locale } from '@lectern/contract/locales.ts'
import { translationStates } from '@lectern/contract/pages/publish-values.ts'
import type { LanguageStamps } from '@lectern/contract/pages/publish-state.ts'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import { languageNames } from '../language-names.ts'
import { StateTag } from './state-tag.tsx'

/** Number of missing or outdated languages; the tooltip names them. */
export const TranslationCounts = ({ stamps }: { stamps: LanguageStamps }) => {
  const intl = useIntl()
  const nameOf = languageNames(intl.locale)
  const states = translationStates(stamps)
  return (['missing', 'outdated'] as const).map((state) => {
    const list: Locale[] = locales.filter((locale) => states[locale] === state)
    return (
      list.length > 0 && (
        <StateTag
          key={state}
          tone={state === 'missing' ? 'quiet' : 'waiting'}
          title={intl.formatList(list.map(nameOf))}
        >
          <FormattedMessage id={`office.publishing.${state}`} values={{ count: list.length }} />
        </StateTag>
      )
    )
  })
}
