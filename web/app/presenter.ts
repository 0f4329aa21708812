import type { Presenter } from '../request/host.ts'
import { carryLanguage } from '../router/address-language.ts'
import { withBase } from '../router/match.ts'
import type { ToastStore } from '../ui/toast-store.ts'
import { carryToasts } from './carried-toasts.ts'

const signInPath = (): string => `/account/login?redirect=${encodeURIComponent(location.pathname + location.search)}`

interface BrowserPresenter extends Presenter {
  /** Replaces the history entry, so that Back skips the page that was not shown. */
  redirectToSignIn(): void
}

/** Presents failed requests in this browser. */
export const browserPresenter = (toasts: ToastStore, routerBase: string): BrowserPresenter => {
  let leaving = false
  // Back may restore this document from the back/forward cache.
  addEventListener('pageshow', () => {
    leaving = false
  })
  const leave = (path: string, way: 'assign' | 'replace' = 'assign'): void => {
    // If several requests fail together, redirect once.
    if (leaving) return
    leaving = true
    carryToasts(toasts)
    const url = new URL(withBase(path, routerBase), location.href)
    location[way](carryLanguage(url, location.href, routerBase))
  }
  return {
    warning: (text) => toasts.show({ kind: 'warning', text }),
    error: (text, title) => toasts.show({ kind: 'error', title, text }),
    notification: (title, description) => toasts.show({ kind: 'notification', title, text: description }),
    redirect: (path) => leave(path),
    signIn: () => leave(signInPath()),
    redirectToSignIn: () => leave(signInPath(), 'replace'),
  }
}
