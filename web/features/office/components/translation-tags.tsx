import { locales } from '@lectern/contract/locales.ts'
import { translationStates } from '@lectern/contract/publish-values.ts'
import type { Written } from '@lectern/contract/publishing.ts'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import { languageNames } from '../language-names.ts'
import { StateTag } from './state-tag.tsx'

/** Languages that are missing, or older than their source; nothing where all is well. */
export const TranslationTags = ({ written }: { written: Written }) => {
  const nameOf = languageNames(useIntl().locale)
  const states = translationStates(written)
  return locales
    .filter((locale) => states[locale] !== 'current')
    .map((locale) => (
      <StateTag key={locale} tone={states[locale] === 'outdated' ? 'waiting' : 'quiet'}>
        {nameOf(locale)}: <FormattedMessage id={`office.translation.${states[locale]}`} />
      </StateTag>
    ))
}
