import './app/theme.css'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import type { CurrentUser } from '@lectern/contract/accounts.ts'
import { numberFormat } from '@lectern/contract/formatters.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import { App } from './app/app.tsx'
import { createLanguage } from './app/language.ts'
import { loadPage } from './app/load-page.ts'
import { entryTo } from './app/access.ts'
import { areasOf, loadMessages } from './app/messages.ts'
import { browserPresenter } from './app/presenter.ts'
import { createSession } from './app/session-store.ts'
import { removeServiceWorkers } from './app/service-workers.ts'
import { readState } from './app/site-state.ts'
import { createClient } from './request/client.ts'
import { redirectOnFailure } from './request/page-failure.ts'
import type { RequestHost } from './request/host.ts'
import { createRequest } from './request/request.ts'
import { followHistory } from './router/history.ts'
import { isOfficePath } from './router/match.ts'
import type { PageModule, Route } from './router/route.ts'
import { createRouter, loadPlace } from './router/router.ts'
import { missingPage, routes } from './routes.tsx'
import { showCarriedToasts } from './app/carried-toasts.ts'
import { createToasts } from './ui/toast-store.ts'

/** Unlike a timer, it is not throttled in background tabs. */
const nextTask = (): Promise<void> =>
  new Promise((begin) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => {
      port1.close()
      begin()
    })
    port1.start()
    port2.postMessage(null)
  })

/**
 * Creating the first formatters takes 100 ms on slow phones, because the browser builds its lists of locales. In
 * separate tasks, touches can be handled in between.
 */
const warmFormatters = async (locale: Locale): Promise<void> => {
  await nextTask()
  Intl.Collator.supportedLocalesOf(locale)
  await nextTask()
  numberFormat(locale, {}).format(0)
  await nextTask()
}

const start = async (): Promise<void> => {
  Error.stackTraceLimit = 10
  const state = readState()
  const { facts, locale } = state
  const toasts = createToasts()
  showCarriedToasts(toasts)
  const language = createLanguage(locale, await loadMessages(locale), facts.settings.timeZone)
  const presenter = browserPresenter(toasts, facts.routerBase)
  const client = createClient(
    createRequest({
      fetch: (url, init) => fetch(url, init),
      locale: () => language.locale,
      translate: (id, values) => language.intl.formatMessage({ id }, values),
      presenter,
      signInInPlace: () => askInPlace(),
    }),
  )

  // The document has the page and its data already; its code must be loaded before hydration.
  const { place, data } = state
  const session = createSession(client)
  // The user whose page this is, also after the session has ended.
  let owner: CurrentUser | undefined
  session.subscribe(() => {
    owner = session.state.user ?? owner
  })
  // Several requests may find the session ended at the same time; they share one dialog.
  let asking: Promise<boolean> | undefined
  const askInPlace = (): Promise<boolean> => {
    asking ??= import('./app/in-place-sign-in.tsx')
      .then(({ signInInPlace }) => signInInPlace({ language, client, router, session, facts, owner }))
      .catch(() => {
        presenter.error(language.intl.formatMessage({ id: 'request.unreachable' }))
        return false
      })
      .finally(() => {
        asking = undefined
      })
    return asking
  }
  // Never resolves, so that nothing else is shown before the browser has opened the sign-in page.
  const redirectToSignIn = (): Promise<never> => {
    presenter.redirectToSignIn()
    return new Promise(() => {})
  }
  const admit = async (route: Route): Promise<boolean> => {
    const way = entryTo(route, await session.known())
    if (way === 'signIn') return redirectToSignIn()
    if (way !== 'secondFactor') return way === 'open'
    presenter.redirect('/account/settings?tab=security')
    return new Promise(() => {})
  }
  const translate: RequestHost['translate'] = (id, values) => language.intl.formatMessage({ id }, values)
  // If it redirects, for example because the session has ended, nothing else is shown before.
  const onFailure = async (error: unknown, route: Pick<Route, 'personal'> | undefined): Promise<void> => {
    const host = { presenter, translate, redirectToSignIn: presenter.redirectToSignIn }
    if (redirectOnFailure(host, error, route?.personal === true)) await new Promise(() => {})
  }
  const loadModule = async (file: string): Promise<PageModule> => {
    const [module] = await Promise.all([loadPage(file), language.learn(areasOf(file))])
    return module
  }
  // The office is a document of its own; no other loads the list of its pages.
  const isOffice = isOfficePath(place.pathname)
  const known = isOffice ? (await import('./office-routes.ts')).allRoutes : routes
  const options = { routes: known, missing: missingPage, base: facts.routerBase, client, loadModule, admit, onFailure }
  const router = createRouter(options, { place, shown: await loadPlace(options, place, { data }) })
  followHistory(router)
  // A user who leaves the sign-in page may be signed in already, for example in another tab.
  router.subscribe(() => session.begin())
  // Back may restore this document from the back/forward cache, and the session may have changed since.
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    const { user } = session.state
    void session.refresh().then((now) => {
      if (now?.uid !== user?.uid) location.reload()
      else if (router.state.pending !== 'none') void router.reload()
    })
  })
  let spoken = language.locale
  language.subscribe(() => {
    // Loading more messages of the same language changes nothing on the page.
    if (spoken === language.locale) return
    spoken = language.locale
    void router.reload()
  })

  await warmFormatters(language.locale)
  // A transition, so that slow phones can handle touches in between.
  startTransition(() => {
    hydrateRoot(
      document,
      <App state={state} language={language} client={client} router={router} toasts={toasts} session={session} />,
      {
        onRecoverableError: (error) =>
          console.error('The page in the document differs from the one rendered here', error),
      },
    )
  })
  await removeServiceWorkers()
}

start().catch((error: unknown) => {
  console.error(error)
  document.getElementById('load-error')?.removeAttribute('hidden')
})
