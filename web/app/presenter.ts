import type { Presenter } from '../request/host.ts'
import { withBase } from '../router/match.ts'
import type { ToastStore } from '../ui/toast-store.ts'

/** Shows failures of requests in this browser. */
export const browserPresenter = (toasts: ToastStore, routerBase: string): Presenter => {
  let leaving = false
  const leave = (path: string): void => {
    // Several requests may fail together; one of them leads away.
    if (leaving) return
    leaving = true
    location.assign(withBase(path, routerBase))
  }
  return {
    warning: (text) => toasts.show({ kind: 'warning', text }),
    error: (text, title) => toasts.show({ kind: 'error', title, text }),
    notification: (title, description) => toasts.show({ kind: 'info', title, text: description }),
    redirect: leave,
    signIn: () => {
      const here = `${location.pathname}${location.search}`
      leave(`/account/login?redirect=${encodeURIComponent(here)}`)
    },
  }
}

export const silentPresenter: Presenter = { warning() {}, error() {}, notification() {}, redirect() {}, signIn() {} }
