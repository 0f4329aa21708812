import type { ReactNode } from 'react'
import { BlankBoard } from './drawings.tsx'
import styles from './empty-state.module.css'

interface EmptyStateProps {
  title: ReactNode
  /** A link or a button to add the first item. */
  action?: ReactNode
  children?: ReactNode
}

/** Shown instead of an empty list. */
export const EmptyState = ({ title, action, children }: EmptyStateProps) => (
  <div className={styles.empty}>
    <BlankBoard />
    <p className="strong">{title}</p>
    {children && <div className={styles.text}>{children}</div>}
    {action && <div className={`row gap-12 ${styles.action}`}>{action}</div>}
  </div>
)
