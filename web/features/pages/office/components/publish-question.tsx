import type { WrittenSection } from '@lectern/contract/pages/sections.ts'
import { useEditorWords } from '../editor-words.ts'
import type { PageChanges } from '../page-changes.ts'
import styles from './publish-question.module.css'

interface PublishQuestionProps {
  changes: PageChanges
  /** Blocks with a known address that would be empty. */
  absent: readonly string[]
}

/** The changes that visitors will see. */
export const PublishQuestion = ({ changes, absent }: PublishQuestionProps) => {
  const { t, list, nameOf } = useEditorWords()
  const { added, removed, changed, reordered } = changes
  const isNothing = added.length + removed.length + changed.length === 0 && !reordered
  const part = (id: 'publishAdded' | 'publishRemoved' | 'publishChanged', sections: readonly WrittenSection[]) =>
    sections.length > 0 && (
      <>
        <dt>{t(id, { count: sections.length })}</dt>
        {sections.map((section) => (
          <dd key={section.id}>{nameOf(section)}</dd>
        ))}
      </>
    )
  return (
    <div className="stack gap-12">
      {isNothing && <p>{t('publishNothing')}</p>}
      <dl className={`stack gap-4 ${styles.changes}`}>
        {part('publishAdded', added)}
        {part('publishRemoved', removed)}
        {part('publishChanged', changed)}
      </dl>
      {reordered && <p>{t('publishReordered')}</p>}
      {absent.length > 0 && <p className={styles.absent}>{t('publishAbsent', { blocks: list(absent) })}</p>}
    </div>
  )
}
