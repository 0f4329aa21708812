import { useEffect, useRef, type ReactNode } from 'react'
import styles from './notice.module.css'

/**
 * A word that is no problem of a field. `kind="done"`: it takes the place of what had the focus, and so takes the focus.
 * `kind="success"`: looks the same and leaves the focus alone.
 */
export const Notice = ({ kind = 'note', children }: { kind?: 'note' | 'done' | 'success'; children: ReactNode }) => {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (kind === 'done') ref.current!.focus()
  }, [kind])
  return (
    <div ref={ref} className={styles.notice} data-kind={kind} tabIndex={kind === 'done' ? -1 : undefined}>
      {children}
    </div>
  )
}
