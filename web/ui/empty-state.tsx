import type { ReactNode } from 'react'
import { BlankBoard } from './drawings.tsx'
import styles from './empty-state.module.css'

interface EmptyStateProps {
  title: ReactNode
  /** A link or a button that ends the emptiness. */
  action?: ReactNode
  children?: ReactNode
}

/** In the place of a list that has nothing in it yet. */
export const EmptyState = ({ title, action, children }: EmptyStateProps) => (
  <div className={styles.empty}>
    <BlankBoard />
    <p className={styles.title}>{title}</p>
    {children && <div className={styles.text}>{children}</div>}
    {action && <div className={styles.action}>{action}</div>}
  </div>
)
