import { useEffect, useRef, type ReactNode } from 'react'
import styles from './notice.module.css'

/**
 * A message that does not belong to a field. `kind="done"`: replaces the element that had the focus, so it takes the
 * focus.
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
