export interface Toast {
  id: number
  kind: 'notification' | 'warning' | 'error'
  title?: string | undefined
  text: string
}

/** Short messages over the page; outside of React, so that the request pipeline can show them. */
export interface ToastStore {
  readonly list: readonly Toast[]
  show(toast: Omit<Toast, 'id'>): void
  dismiss(id: number): void
  /** The user is reading it: it stays until `release`, and the full time after that. */
  hold(id: number): void
  release(id: number): void
  subscribe(listener: () => void): () => void
}

const maxToasts = 4
const durations: Record<Toast['kind'], number> = {
  // A title with two or three lines takes longer to read than a line.
  notification: 9_000,
  warning: 3_000,
  error: 3_000,
}

export const createToasts = (): ToastStore => {
  const listeners = new Set<() => void>()
  let list: readonly Toast[] = []
  let nextId = 1
  const timers = new Map<number, ReturnType<typeof setTimeout>>()
  const hold = (id: number): void => {
    clearTimeout(timers.get(id))
    timers.delete(id)
  }
  const set = (toasts: readonly Toast[]): void => {
    for (const toast of list) if (!toasts.includes(toast)) hold(toast.id)
    list = toasts
    for (const listener of listeners) listener()
  }
  const dismiss = (id: number): void => set(list.filter((toast) => toast.id !== id))
  const release = (id: number): void => {
    hold(id)
    const toast = list.find((one) => one.id === id)
    if (toast) timers.set(id, setTimeout(dismiss, durations[toast.kind], id))
  }
  return {
    get list() {
      return list
    },
    show: (toast) => {
      const isShown = list.some(
        ({ kind, title, text }) => kind === toast.kind && title === toast.title && text === toast.text,
      )
      if (isShown) return
      const id = nextId++
      set([...list, { ...toast, id }].slice(-maxToasts))
      release(id)
    },
    dismiss,
    hold,
    release,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
