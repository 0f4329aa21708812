import type { Toast, ToastStore } from '../ui/toast-store.ts'

const key = 'lectern.toasts'

/** The next document shows what this one had no time to show. */
export const carryToasts = ({ list }: ToastStore): void => {
  try {
    if (list.length > 0) sessionStorage.setItem(key, JSON.stringify(list))
  } catch {
    // Without storage the next page says by itself what it is about.
  }
}

export const showCarriedToasts = (toasts: ToastStore): void => {
  try {
    const carried = JSON.parse(sessionStorage.getItem(key) ?? '[]') as Toast[]
    sessionStorage.removeItem(key)
    for (const { kind, title, text } of carried) toasts.show({ kind, title, text })
  } catch {
    // Nothing was carried.
  }
}
