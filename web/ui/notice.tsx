import { useEffect, useRef, type ReactNode } from 'react'
import styles from './notice.module.css'

interface NoticeProps {
  kind?: 'note' | 'done' | 'success' | 'failed'
  children: ReactNode
}

/**
 * A message that does not belong to a field. `kind="done"`: replaces the element that had the focus, so it takes the
 * focus.
 * `kind="success"`: looks the same and leaves the focus alone. `kind="failed"`: like `done`, for what went wrong.
 */
export const Notice = ({ kind = 'note', children }: NoticeProps) => {
  const ref = useRef<HTMLDivElement>(null)
  const takesFocus = kind === 'done' || kind === 'failed'
  useEffect(() => {
    if (takesFocus) ref.current!.focus()
  }, [takesFocus])
  return (
    <div ref={ref} className={styles.notice} data-kind={kind} tabIndex={takesFocus ? -1 : undefined}>
      {children}
    </div>
  )
}
