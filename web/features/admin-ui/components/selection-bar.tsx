import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import styles from './selection-bar.module.css'

/** Actions for the selected rows. It floats over the page, so that selecting the first row causes no layout shift. */
export const SelectionBar = ({ label, children }: { label: string; children: ReactNode }) =>
  createPortal(
    <div className={`cluster gap-8 print-hidden ${styles.bar}`} role="group" aria-label={label}>
      {children}
    </div>,
    // Last in the tab order of the page.
    document.getElementById('main')!,
  )
