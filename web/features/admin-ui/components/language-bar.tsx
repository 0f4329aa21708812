import { Radio } from 'antd'
import { locales, type Locale } from '@lectern/contract/locales.ts'
import type { TranslationState } from '@lectern/contract/pages/publish-state.ts'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import { languageNames } from '../language-names.ts'
import { StateTag } from './state-tag.tsx'

interface LanguageBarProps {
  value: Locale
  onChange: (locale: Locale) => void
  /** Translation state of each language, if known. */
  states?: Record<Locale, TranslationState> | undefined
}

/** Selects the language to edit; missing and outdated ones are marked. */
export const LanguageBar = ({ value, onChange, states }: LanguageBarProps) => {
  const intl = useIntl()
  const languageOf = languageNames(intl.locale)
  return (
    <Radio.Group
      optionType="button"
      aria-label={intl.formatMessage({ id: 'shell.language' })}
      style={{ marginBottom: 16 }}
      value={value}
      onChange={({ target }) => onChange(target.value as Locale)}
      options={locales.map((locale) => ({
        value: locale,
        label: (
          <>
            {languageOf(locale)}
            {states && states[locale] !== 'current' && (
              <>
                {' '}
                <StateTag tone={states[locale] === 'missing' ? 'quiet' : 'waiting'}>
                  <FormattedMessage id={`office.translation.${states[locale]}`} />
                </StateTag>
              </>
            )}
          </>
        ),
      }))}
    />
  )
}
