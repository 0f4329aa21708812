import type { ReactNode } from 'react'
import { Link } from '../../../router/link.tsx'
import { useIntl } from '../../../ui/intl.tsx'
import styles from './step-list.module.css'

interface Step {
  key: string
  title: string
  isDone: boolean
  /** Stands out. */
  isNext?: boolean
  help?: ReactNode
  /** The way to do it, or why it cannot be done yet. */
  way: { to: string; label: string; onClick?: () => void } | string
}

interface StepListProps {
  title: string
  steps: readonly Step[]
  /** Beside the title. */
  extra?: ReactNode
  children?: ReactNode
}

/** Steps that organisers take in any order, with what is done and the way to the others. */
export const StepList = ({ title, steps, extra, children }: StepListProps) => {
  const intl = useIntl()
  const done = steps.filter(({ isDone }) => isDone).length
  return (
    <section className={styles.steps} aria-label={title}>
      <header>
        <h2>{title}</h2>
        <span>{intl.formatMessage({ id: 'office.first.progress' }, { done, count: steps.length })}</span>
        {extra}
      </header>
      <ol>
        {steps.map(({ key, title: name, isDone, isNext = false, help, way }) => (
          <li key={key} data-done={isDone || undefined} data-next={isNext || undefined}>
            <span className={styles.mark} aria-hidden="true">
              {isDone ? '✓' : ''}
            </span>
            <div className={styles.text}>
              <strong>{name}</strong>{' '}
              <span className="visually-hidden">
                {intl.formatMessage({ id: isDone ? 'office.first.done' : 'office.first.open' })}
              </span>
              {help && <p>{help}</p>}
            </div>
            {!isDone && typeof way === 'string' && <span className="muted">{way}</span>}
            {!isDone && typeof way === 'object' && (
              <Link className={styles.go} to={way.to} {...(way.onClick && { onClick: way.onClick })}>
                {way.label}
              </Link>
            )}
          </li>
        ))}
      </ol>
      {children && <p className={styles.left}>{children}</p>}
    </section>
  )
}
