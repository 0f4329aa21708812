import type { ReactNode } from 'react'
import { PageHead } from '../page-head.tsx'
import styles from './office-frame.module.css'

interface OfficeFrameProps {
  title: string
  /** Shown beside the title. */
  actions?: ReactNode
  children: ReactNode
}

/** Head and content of every page of the office. The shell around it has menu, bar and theme. */
export const OfficeFrame = ({ title, actions, children }: OfficeFrameProps) => (
  <>
    <PageHead title={title} />
    <header className={styles.head}>
      <h1 tabIndex={-1}>{title}</h1>
      {actions}
    </header>
    {children}
  </>
)
