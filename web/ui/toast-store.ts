export interface Toast {
  id: number
  kind: 'info' | 'warning' | 'error'
  title?: string | undefined
  text: string
}

/** Short messages over the page; kept outside of React so that the request pipeline can show them. */
export interface ToastStore {
  readonly list: readonly Toast[]
  show(toast: Omit<Toast, 'id'>): void
  dismiss(id: number): void
  subscribe(listener: () => void): () => void
}

const most = 4

export const createToasts = (): ToastStore => {
  const listeners = new Set<() => void>()
  let list: readonly Toast[] = []
  let nextId = 1
  const set = (toasts: readonly Toast[]): void => {
    list = toasts
    for (const listener of listeners) listener()
  }
  return {
    get list() {
      return list
    },
    show: (toast) => {
      const isShown = list.some(
        ({ kind, title, text }) => kind === toast.kind && title === toast.title && text === toast.text,
      )
      if (!isShown) set([...list, { ...toast, id: nextId++ }].slice(-most))
    },
    dismiss: (id) => set(list.filter((toast) => toast.id !== id)),
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
