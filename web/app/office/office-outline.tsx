import type { ReactNode } from 'react'
import { SkipLink } from '../skip-link.tsx'
import styles from './office-outline.module.css'

interface OutlineProps {
  side?: ReactNode
  bar?: ReactNode
  children: ReactNode
}

/** The layout of the office. Menu and bar are reserved while they load, to avoid layout shift. */
export const OfficeOutline = ({ side, bar, children }: OutlineProps) => (
  <div className={styles.office}>
    <SkipLink />
    <aside className={`print-hidden ${styles.side}`}>{side}</aside>
    <div className={`print-hidden ${styles.bar}`}>{bar}</div>
    <main id="main" tabIndex={-1} className={styles.main}>
      {children}
    </main>
  </div>
)
