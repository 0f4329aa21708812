import { Input } from 'antd'
import type { Locale } from '@lectern/contract/locales.ts'
import type { TranslationState } from '@lectern/contract/pages/publish-state.ts'
import { pageBlocks, sectionShapes, type PageName } from '@lectern/contract/pages/section-shapes.ts'
import type { WrittenSection } from '@lectern/contract/pages/sections.ts'
import { Link } from '../../../../router/link.tsx'
import { LanguageBar } from '../../../admin-ui/components/language-bar.tsx'
import { useEditorWords } from '../editor-words.ts'
import { withContent } from '../section-content.ts'
import { ContentForm } from './content-form.tsx'
import { Field } from './field.tsx'
import styles from './section-form.module.css'

interface SectionFormProps {
  page: PageName
  section: WrittenSection
  language: Locale
  states: Record<Locale, TranslationState>
  problemAt: (path: string) => string | undefined
  onLanguage: (language: Locale) => void
  /** `path`: of the changed field. */
  onChange: (section: WrittenSection, path: string) => void
}

const hasTexts = (shape: object): boolean => Object.values(shape).some((kind) => kind === 'line')

/** Edits a section: its address and the fields of its type. */
export const SectionForm = (props: SectionFormProps) => {
  const { page, section, language, states, problemAt, onLanguage, onChange } = props
  const { t, typeHelp } = useEditorWords()
  const shape = sectionShapes[section.type]
  const blockPath = `${section.id}.block`
  return (
    <div className={`stack-fit gap-16 ${styles.form}`}>
      <p className="muted">
        {typeHelp(section.type)} {section.type === 'document' && <Link to="/Admin/Document">{t('toDocuments')}</Link>}
      </p>
      <Field
        id={blockPath}
        label={t('block')}
        problem={problemAt(blockPath)}
        hint={t(pageBlocks[page].length > 0 ? 'blockAddress' : 'blockAnchor', { page, block: section.block })}
      >
        {(control) => (
          <Input
            {...control}
            className={styles.block}
            autoComplete="off"
            spellCheck={false}
            maxLength={31}
            value={section.block}
            onChange={({ target }) => onChange({ ...section, block: target.value }, blockPath)}
          />
        )}
      </Field>
      <div>
        {hasTexts(shape) && <LanguageBar value={language} onChange={onLanguage} states={states} />}
        <ContentForm
          type={section.type}
          shape={shape}
          content={section.content}
          path={`${section.id}.content`}
          language={language}
          problemAt={problemAt}
          onChange={(content, path) => onChange(withContent(section, content), path)}
        />
      </div>
    </div>
  )
}
