import { Button } from 'antd'
import { useEffect, useRef } from 'react'
import type { WrittenSection } from '@lectern/contract/pages/sections.ts'
import { useEditorWords } from '../editor-words.ts'
import styles from './removed-sections.module.css'

interface RemovedSectionsProps<Removed extends { section: WrittenSection }> {
  removed: readonly Removed[]
  onRestore: (removed: Removed) => void
}

/** Removed sections; each can be restored until the page is saved. */
export const RemovedSections = <Removed extends { section: WrittenSection }>(props: RemovedSectionsProps<Removed>) => {
  const { removed, onRestore } = props
  const { t, nameOf } = useEditorWords()
  const list = useRef<HTMLUListElement>(null)
  const count = useRef(removed.length)
  useEffect(() => {
    // The remove button is gone, so move the focus here.
    if (removed.length > count.current) list.current?.querySelector<HTMLElement>('li:last-child button')?.focus()
    count.current = removed.length
  }, [removed])
  if (removed.length === 0) return null
  return (
    <ul ref={list} className="stack gap-8" aria-label={t('removedSections')}>
      {removed.map((each) => {
        const name = nameOf(each.section)
        return (
          <li key={each.section.id} className={`cluster muted ${styles.row}`}>
            <span>{t('removed', { name })}</span>
            <Button size="small" aria-label={t('undoOf', { name })} onClick={() => onRestore(each)}>
              {t('undo')}
            </Button>
          </li>
        )
      })}
    </ul>
  )
}
