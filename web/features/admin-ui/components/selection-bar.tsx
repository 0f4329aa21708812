import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import styles from './selection-bar.module.css'

/** What can be done with the rows that are selected. It floats over the page, so that the first selected row moves nothing. */
export const SelectionBar = ({ label, children }: { label: string; children: ReactNode }) =>
  createPortal(
    <div className={styles.bar} role="group" aria-label={label}>
      {children}
    </div>,
    // After everything else on the page, for the keyboard too.
    document.getElementById('main')!,
  )
