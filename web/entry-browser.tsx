import './app/theme.css'
import './ui/primitives.css'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import type { CurrentUser } from '@lectern/contract/accounts/accounts.ts'
import type { NeededDuty } from '@lectern/contract/accounts/duty-values.ts'
import { numberFormat } from '@lectern/contract/formatters.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import type { Area } from '@lectern/messages/areas.ts'
import { App } from './app/app.tsx'
import { createLanguage } from './app/language.ts'
import { loadPage } from './app/load-page.ts'
import { accessOf, entryTo, isCovered } from './app/access.ts'
import { browserPresenter } from './app/presenter.ts'
import { createSession } from './app/session-store.ts'
import { removeServiceWorkers } from './app/service-workers.ts'
import { readState, type SiteState } from './app/site-state.ts'
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
import type { Messages } from './ui/intl.tsx'
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

/** The document names the modules of its own page, so that the lists of all modules need not be loaded with it. */
const importNamed = async <Module,>(url: string): Promise<Module> => (await import(/* @vite-ignore */ url)) as Module

const loadLists = () =>
  Promise.all([import('@lectern/messages/areas.ts'), import('./app/messages.ts'), import('./app/public-pages.ts')])

/** Loads the lists when the reader is about to follow a link or to send a form, so that the next page need not wait. */
const loadListsOnIntent = (): void => {
  const events = ['pointerover', 'touchstart', 'focusin']
  const load = ({ target }: Event): void => {
    if (!(target instanceof Element && target.closest('a[href], form'))) return
    for (const event of events) removeEventListener(event, load, { capture: true })
    // If it fails, opening the page tries again and says so.
    loadLists().catch(() => undefined)
  }
  for (const event of events) addEventListener(event, load, { capture: true, passive: true })
}

/** The messages that came with the document. */
const firstMessages = async ({ locale, assets: { messages } }: SiteState): Promise<[Messages, Area[]]> => {
  if (!messages) return [await (await import('./app/messages.ts')).loadMessages(locale), ['site']]
  const modules = await Promise.all(Object.values(messages).map((url) => importNamed<{ default: Messages }>(url)))
  return [Object.assign({}, ...modules.map((module) => module.default)) as Messages, Object.keys(messages) as Area[]]
}

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
  const [messages, areas] = await firstMessages(state)
  const language = createLanguage(locale, messages, facts.settings.timeZone, areas)
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
    const learnTexts = async () => language.learn((await import('@lectern/messages/areas.ts')).areasOf(file))
    const [module] = await Promise.all([loadPage(file), learnTexts()])
    return module
  }
  // The office is a document of its own; no other loads the list of its pages.
  const isOffice = isOfficePath(place.pathname)
  const allRoutes = isOffice ? (await import('./office-routes.ts')).allRoutes : routes
  const options = {
    routes: allRoutes,
    missing: missingPage,
    base: facts.routerBase,
    client,
    loadModule,
    admit,
    covers: (...duties: NeededDuty[]) => isCovered({ duties }, accessOf(session.state.user)),
    onFailure,
  }
  const { page } = state.assets
  const loadFirst = page === undefined ? loadModule : () => importNamed<PageModule>(page)
  const screen = await loadPlace({ ...options, loadModule: loadFirst }, place, { data })
  const router = createRouter(options, { place, screen })
  followHistory(router)
  loadListsOnIntent()
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
