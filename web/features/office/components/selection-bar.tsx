import type { ReactNode } from 'react'
import styles from './selection-bar.module.css'

/** What can be done with the rows that are selected. It floats over the page, so that the first selected row moves nothing. */
export const SelectionBar = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className={styles.bar} role="group" aria-label={label}>
    {children}
  </div>
)
