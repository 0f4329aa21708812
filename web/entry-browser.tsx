import './app/theme.css'
import { hydrateRoot } from 'react-dom/client'
import { isLocale } from '@lectern/contract/locales.ts'
import { App } from './app/app.tsx'
import { createLanguage, hasChosenLocale, rememberLocale } from './app/language.ts'
import { loadPage } from './app/load-page.ts'
import { loadMessages } from './app/messages.ts'
import { browserPresenter } from './app/presenter.ts'
import { removeServiceWorkers } from './app/service-workers.ts'
import { readState } from './app/site-state.ts'
import { createClient } from './request/client.ts'
import { createRequest } from './request/request.ts'
import { followHistory } from './router/history.ts'
import { createRouter, loadPlace } from './router/router.ts'
import { missingPage, routes } from './routes.tsx'
import { createToasts } from './ui/toast-store.ts'

const start = async (): Promise<void> => {
  const state = readState()
  const { facts, locale } = state
  const toasts = createToasts()
  const language = createLanguage(locale, await loadMessages(locale), facts.settings.timeZone)
  const client = createClient(
    createRequest({
      fetch: (url, init) => fetch(url, init),
      locale: () => language.locale,
      translate: (id, values) => language.intl.formatMessage({ id }, values),
      presenter: browserPresenter(toasts, facts.routerBase),
    }),
  )

  // The page and its data are in the document already; its code must be here before React takes over.
  const { place, data } = state
  const options = { routes, missing: missingPage, base: facts.routerBase, client, loadModule: loadPage }
  const router = createRouter(options, { place, shown: await loadPlace(options, place, { data }) })
  followHistory(router)
  language.subscribe(() => void router.reload())

  // A language that came by address is kept, unless the reader has made a choice of his own.
  if (isLocale(new URLSearchParams(location.search).get('lang')) && !hasChosenLocale()) rememberLocale(locale)

  hydrateRoot(document, <App state={state} language={language} client={client} router={router} toasts={toasts} />, {
    onRecoverableError: (error) => console.error('The page in the document differs from the one rendered here', error),
  })
  await removeServiceWorkers()
}

start().catch((error: unknown) => {
  console.error(error)
  document.getElementById('load-error')?.removeAttribute('hidden')
})
