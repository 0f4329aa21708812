import type { ReactNode } from 'react'
import { SectionLinks } from './section-links.tsx'
import styles from './material-page.module.css'

interface MaterialPageProps {
  title: ReactNode
  lead?: ReactNode
  /** Shown beside the title: a search or a link. */
  aside?: ReactNode
  children: ReactNode
}

/** Layout of all pages of materials. */
export const MaterialPage = ({ title, lead, aside, children }: MaterialPageProps) => (
  <div className={styles.page}>
    <SectionLinks />
    <header className={`cluster between ${styles.head}`}>
      <div>
        <h1>{title}</h1>
        {lead && <p className={styles.lead}>{lead}</p>}
      </div>
      {aside}
    </header>
    {children}
  </div>
)
