import { Tag } from 'antd'
import { locales } from '@lectern/contract/locales.ts'
import { translationStates } from '@lectern/contract/publish-values.ts'
import type { Written } from '@lectern/contract/publishing.ts'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import { languageNames } from '../language-names.ts'

/** Languages that are missing, or older than their source; nothing where all is well. */
export const TranslationTags = ({ written }: { written: Written }) => {
  const nameOf = languageNames(useIntl().locale)
  const states = translationStates(written)
  return locales
    .filter((locale) => states[locale] !== 'current')
    .map((locale) => (
      <Tag key={locale} color={states[locale] === 'outdated' ? 'warning' : 'default'}>
        {nameOf(locale)}: <FormattedMessage id={`office.translation.${states[locale]}`} />
      </Tag>
    ))
}
