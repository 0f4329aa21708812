import { useEffect, useState, useSyncExternalStore } from 'react'
import { useIntl } from 'react-intl'
import type { Toast, ToastStore } from './toast-store.ts'
import styles from './toasts.module.css'

const duration = 3_000

const ToastCard = ({ toast, onEnd }: { toast: Toast; onEnd: () => void }) => {
  const intl = useIntl()
  const [held, setHeld] = useState(false)
  useEffect(() => {
    // Who points at a message is reading it.
    if (held) return
    const timer = setTimeout(onEnd, duration)
    return () => clearTimeout(timer)
  }, [held, onEnd])
  return (
    <div
      className={styles.toast}
      data-kind={toast.kind}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
    >
      <div className={styles.text}>
        {toast.title && <strong>{toast.title}</strong>}
        <span>{toast.text}</span>
      </div>
      <button
        type="button"
        className={styles.close}
        aria-label={intl.formatMessage({ id: 'shell.close' })}
        onClick={onEnd}
      >
        ×
      </button>
    </div>
  )
}

/** The messages over the page. The region is always there, so that screen readers announce what is put into it. */
export const Toasts = ({ store }: { store: ToastStore }) => {
  const current = () => store.list
  const list = useSyncExternalStore(store.subscribe, current, current)
  return (
    <div className={styles.region} role="status" aria-live="polite" aria-atomic="false">
      {list.map((toast) => (
        <ToastCard key={toast.id} toast={toast} onEnd={() => store.dismiss(toast.id)} />
      ))}
    </div>
  )
}
