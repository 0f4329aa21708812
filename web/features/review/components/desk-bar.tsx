import type { ReactNode } from 'react'
import { useReviewText } from '../review-text.ts'
import { BackIcon, KeysIcon } from './desk-icons.tsx'
import styles from './desk.module.css'

interface DeskBarProps {
  onBack: () => void
  title: string
  /** Small, beside the title: code and activity. */
  facts: readonly string[]
  children?: ReactNode
  onKeys: () => void
}

/** The line above the work: back to the list, what it is, and the way to the next one. */
export const DeskBar = ({ onBack, title, facts, children, onKeys }: DeskBarProps) => {
  const { t } = useReviewText()
  return (
    <header className={styles.top}>
      <button
        type="button"
        className={styles.icon}
        aria-label={t('backToList')}
        title={t('backToList')}
        onClick={onBack}
      >
        <BackIcon />
      </button>
      <div className={styles.heading}>
        <h1 tabIndex={-1} title={title}>
          {title}
        </h1>
        <p>{facts.join(' · ')}</p>
      </div>
      {children}
      <button type="button" className={styles.icon} aria-label={t('keys')} title={t('keys')} onClick={onKeys}>
        <KeysIcon />
      </button>
    </header>
  )
}
