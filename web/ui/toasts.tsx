import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useIntl } from './intl.tsx'
import type { Toast, ToastStore } from './toast-store.ts'
import styles from './toasts.module.css'

const ToastCard = ({ toast, store }: { toast: Toast; store: ToastStore }) => {
  const intl = useIntl()
  const { id } = toast
  const [pointedAt, setPointedAt] = useState(false)
  const [focused, setFocused] = useState(false)
  // A toast that is hovered or focused is being read.
  const held = pointedAt || focused
  useEffect(() => {
    if (!held) return
    store.hold(id)
    return () => store.release(id)
  }, [held, store, id])
  return (
    <div
      className={styles.toast}
      data-kind={toast.kind}
      onPointerEnter={() => setPointedAt(true)}
      onPointerLeave={() => setPointedAt(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <div className={`stack gap-4 ${styles.text}`}>
        {toast.title && <strong>{toast.title}</strong>}
        <span>{toast.text}</span>
      </div>
      <button
        type="button"
        className={styles.close}
        aria-label={intl.formatMessage({ id: 'shell.close' })}
        onClick={() => store.dismiss(id)}
      >
        ×
      </button>
    </div>
  )
}

const noToasts: readonly Toast[] = []

/** The toasts. The live region is always rendered, because screen readers only announce changes of an existing one. */
export const Toasts = ({ store }: { store: ToastStore }) => {
  const current = () => store.list
  // The document that the server rendered has no toasts; those of the page before appear after hydration.
  const list = useSyncExternalStore(store.subscribe, current, () => noToasts)
  const region = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // A dialog opened later covers the region in the top layer: show it again on top.
    if (list.length === 0 || !region.current?.showPopover) return
    region.current.hidePopover()
    region.current.showPopover()
  }, [list])
  return (
    <div
      ref={region}
      className={`stack gap-8 ${styles.region}`}
      popover="manual"
      role="status"
      aria-live="polite"
      aria-atomic="false"
    >
      {list.map((toast) => (
        <ToastCard key={toast.id} toast={toast} store={store} />
      ))}
    </div>
  )
}
