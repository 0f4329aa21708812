import { Button, Space } from 'antd'
import { locales, type Locale } from '@lectern/contract/locales.ts'
import type { TranslationState } from '@lectern/contract/pages/publish-state.ts'
import type { WrittenSection } from '@lectern/contract/pages/sections.ts'
import { useIntl } from '../../../../ui/intl.tsx'
import { languageNames } from '../../../admin-ui/language-names.ts'
import { useEditorWords } from '../editor-words.ts'
import { titleOf } from '../section-content.ts'
import styles from './section-head.module.css'
import { StateTag } from '../../../admin-ui/components/state-tag.tsx'

interface SectionHeadProps {
  section: WrittenSection
  states: Record<Locale, TranslationState>
  /** It has unsaved changes. */
  isChanged: boolean
  isOpen: boolean
  onToggle: () => void
  onVisible: (visible: boolean) => void
  onRemove: () => void
}

/** Summary of a section with its actions. */
export const SectionHead = (props: SectionHeadProps) => {
  const { section, states, isChanged, isOpen, onToggle, onVisible, onRemove } = props
  const intl = useIntl()
  const { t, type, nameOf } = useEditorWords()
  const languageOf = languageNames(intl.locale)
  const title = titleOf(section, intl.locale)
  const name = nameOf(section)
  const isHidden = !section.visible
  return (
    <div className={`cluster between ${styles.head}`} data-hidden={isHidden || undefined}>
      <div className={styles.facts}>
        <strong className={styles.title}>{title || type(section.type)}</strong>
        <span className={`cluster muted ${styles.about}`}>
          {title && <span>{type(section.type)}</span>}
          <code>{section.block}</code>
          {isHidden && <StateTag tone="quiet">{t('hidden')}</StateTag>}
          {isChanged && <StateTag tone="active">{t('changed')}</StateTag>}
          {locales
            .map((locale) => ({ locale, state: states[locale] }))
            .map(
              ({ locale, state }) =>
                state !== 'current' && (
                  <StateTag key={locale} tone={state === 'outdated' ? 'waiting' : 'quiet'}>
                    {languageOf(locale)}: {intl.formatMessage({ id: `office.translation.${state}` })}
                  </StateTag>
                ),
            )}
        </span>
      </div>
      <Space size="small" wrap>
        <Button
          size="small"
          data-edit={section.id}
          aria-expanded={isOpen}
          aria-label={t(isOpen ? 'closeOf' : 'editOf', { name })}
          onClick={onToggle}
        >
          {t(isOpen ? 'close' : 'edit')}
        </Button>
        <Button
          size="small"
          aria-label={t(isHidden ? 'showOf' : 'hideOf', { name })}
          onClick={() => onVisible(isHidden)}
        >
          {t(isHidden ? 'show' : 'hide')}
        </Button>
        <Button size="small" danger aria-label={t('removeOf', { name })} onClick={onRemove}>
          {t('remove')}
        </Button>
      </Space>
    </div>
  )
}
