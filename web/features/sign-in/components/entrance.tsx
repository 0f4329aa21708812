import type { ReactNode } from 'react'
import { HallRows } from '../../../ui/drawings.tsx'
import { LectureHall } from '../../../ui/lecture-hall.tsx'
import styles from './entrance.module.css'

interface EntranceProps {
  title: ReactNode
  children: ReactNode
  /** Alternatives, shown below a line. */
  foot?: ReactNode
}

/** Layout of the sign-in pages: a narrow card, with a drawing beside it on wide screens. */
export const Entrance = ({ title, children, foot }: EntranceProps) => (
  <div className={styles.page}>
    <div className={`print-hidden ${styles.hall}`} aria-hidden="true">
      <div className={styles.rows}>
        <HallRows />
      </div>
      <div className={styles.scene}>
        <LectureHall />
      </div>
    </div>
    <div className={`stack-fit gap-24 ${styles.card}`}>
      <h1>{title}</h1>
      {children}
      {foot && <div className={`cluster muted ${styles.foot}`}>{foot}</div>}
    </div>
  </div>
)
