import { locales } from '@lectern/contract/locales.ts'
import { translationStates } from '@lectern/contract/pages/publish-values.ts'
import type { LanguageStamps } from '@lectern/contract/pages/publish-state.ts'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import { languageNames } from '../language-names.ts'
import { StateTag } from './state-tag.tsx'

/** Missing or outdated languages; nothing if there are none. */
export const TranslationTags = ({ stamps }: { stamps: LanguageStamps }) => {
  const nameOf = languageNames(useIntl().locale)
  const states = translationStates(stamps)
  return locales
    .map((locale) => ({ locale, state: states[locale] }))
    .map(
      ({ locale, state }) =>
        state !== 'current' && (
          <StateTag key={locale} tone={state === 'outdated' ? 'waiting' : 'quiet'}>
            {nameOf(locale)}: <FormattedMessage id={`office.translation.${state}`} />
          </StateTag>
        ),
    )
}
