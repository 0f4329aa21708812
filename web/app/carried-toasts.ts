import type { Toast, ToastStore } from '../ui/toast-store.ts'

const key = 'lectern.toasts'

/** Stores toasts, so that the next document can show them. */
export const carryToasts = ({ list }: ToastStore): void => {
  try {
    if (list.length > 0) sessionStorage.setItem(key, JSON.stringify(list))
  } catch {
    // Storage may be blocked; then the toast is lost.
  }
}

export const showCarriedToasts = (toasts: ToastStore): void => {
  try {
    const carried = JSON.parse(sessionStorage.getItem(key) ?? '[]') as Toast[]
    sessionStorage.removeItem(key)
    for (const { kind, title, text } of carried) toasts.show({ kind, title, text })
  } catch {
    // Storage may be blocked, or empty.
  }
}
