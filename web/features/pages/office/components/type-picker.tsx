import { Modal } from 'antd'
import { useState } from 'react'
import type { SectionType } from '@lectern/contract/pages/section-shapes.ts'
import { useEditorWords } from '../editor-words.ts'
import { typeGroups } from '../type-groups.ts'
import styles from './type-picker.module.css'

interface TypePickerProps {
  onPick: (type: SectionType) => void
  onClose: () => void
}

/** All section types with descriptions. */
export const TypePicker = ({ onPick, onClose }: TypePickerProps) => {
  const { t, type: typeWord, typeHelp } = useEditorWords()
  const [picked, setPicked] = useState<SectionType>()
  const [isOpen, setOpen] = useState(true)
  return (
    <Modal
      open={isOpen}
      title={t('add')}
      width={880}
      footer={null}
      onCancel={() => setOpen(false)}
      // The dialog returns the focus first; then it can move to the new section.
      afterClose={() => {
        onClose()
        if (picked) onPick(picked)
      }}
    >
      {(Object.keys(typeGroups) as (keyof typeof typeGroups)[]).map((group) => (
        <section key={group} aria-labelledby={`group-${group}`} className={styles.group}>
          <h3 id={`group-${group}`}>{t(`group.${group}`)}</h3>
          <ul className={styles.types}>
            {typeGroups[group].map((type) => (
              <li key={type}>
                <button
                  type="button"
                  className={styles.type}
                  onClick={() => {
                    setPicked(type)
                    setOpen(false)
                  }}
                >
                  <strong>{typeWord(type)}</strong>
                  <span>{typeHelp(type)}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Modal>
  )
}
