import { locales } from '@lectern/contract/locales.ts'
import { translationStates } from '@lectern/contract/publish-values.ts'
import type { Written } from '@lectern/contract/publishing.ts'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import { languageNames } from '../language-names.ts'
import { StateTag } from './state-tag.tsx'

/** Missing or outdated languages; nothing if there are none. */
export const TranslationTags = ({ written }: { written: Written }) => {
  const nameOf = languageNames(useIntl().locale)
  const states = translationStates(written)
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
