import type { ReactNode } from 'react'
import { RowActions, type RowAction } from './row-actions.tsx'
import styles from './row-card.module.css'

interface RowCardProps {
  /** Identifies the row for screen readers. */
  name: string
  actions: readonly RowAction[]
  children: ReactNode
}

/** A row on a phone, beside its actions. */
export const RowCard = ({ name, actions, children }: RowCardProps) => (
  <div className={styles.card}>
    <div className="stack gap-6">{children}</div>
    <RowActions name={name} actions={actions} />
  </div>
)
