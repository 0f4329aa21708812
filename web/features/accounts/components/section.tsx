import { useId, type ReactNode } from 'react'
import styles from './settings.module.css'

interface SectionProps {
  title: ReactNode
  about?: ReactNode
  children: ReactNode
}

/** A section of the settings with a heading. */
export const Section = ({ title, about, children }: SectionProps) => {
  const id = useId()
  return (
    <section className={`stack-fit gap-16 ${styles.section}`} aria-labelledby={id}>
      <header className={`stack gap-4 ${styles.head}`}>
        <h2 id={id}>{title}</h2>
        {about && <p>{about}</p>}
      </header>
      {children}
    </section>
  )
}

interface RowProps {
  /** Name and current state. */
  name: ReactNode
  value: ReactNode
  children?: ReactNode
}

/** One setting with its buttons. */
export const Row = ({ name, value, children }: RowProps) => (
  <div className={`cluster between ${styles.row}`}>
    <div className={styles.text}>
      <p className="strong">{name}</p>
      <div className="muted small">{value}</div>
    </div>
    {children && <div className={styles.buttons}>{children}</div>}
  </div>
)
