import type { ReactNode } from 'react'
import styles from './field.module.css'

interface ControlProps {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  status: '' | 'error'
}

interface FieldProps {
  id: string
  label: string
  /** The control has its own accessible name. */
  named?: boolean
  problem: string | undefined
  hint?: ReactNode
  children: (control: ControlProps) => ReactNode
}

/** One field with label, hint and problem. */
export const Field = ({ id, label, named = false, problem, hint, children }: FieldProps) => {
  const about = [hint ? `${id}-hint` : undefined, problem ? `${id}-problem` : undefined].filter(Boolean).join(' ')
  const control: ControlProps = {
    id,
    'aria-describedby': about || undefined,
    'aria-invalid': problem ? true : undefined,
    status: problem ? 'error' : '',
  }
  return (
    <div className={`stack gap-4 ${styles.field}`}>
      {named ? (
        <span className={styles.label} aria-hidden="true">
          {label}
        </span>
      ) : (
        <label className={styles.label} htmlFor={id}>
          {label}
        </label>
      )}
      {children(control)}
      {hint && (
        <p id={`${id}-hint`} className={`faint break-anywhere pre-line ${styles.hint}`}>
          {hint}
        </p>
      )}
      {problem && (
        <p id={`${id}-problem`} className={styles.problem}>
          {problem}
        </p>
      )}
    </div>
  )
}
