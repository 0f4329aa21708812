import './app/theme.css'
import { renderToString } from 'react-dom/server'
import type { PageAddress, PageInput, PageOutput } from '@lectern/contract/site.ts'
import { App } from './app/app.tsx'
import { createLanguage } from './app/language.ts'
import { loadPage } from './app/load-page.ts'
import { loadMessages } from './app/messages.ts'
import { pageAssets } from './app/page-assets.ts'
import { silentPresenter } from './app/presenter.ts'
import { createClient, type Client } from './request/client.ts'
import { failureOf, RequestError } from './request/request-error.ts'
import { createRequest } from './request/request.ts'
import { matchRoute, pathOf, withBase } from './router/match.ts'
import { createRouter, loadPlace, placeOf, type Shown } from './router/router.ts'
import { missingPage, routes } from './routes.ts'
import { createToasts } from './ui/toast-store.ts'

const parse = (url: string): URL => new URL(url, 'http://site')

export const findPage = (url: string, routerBase: string): PageAddress | undefined => {
  const address = parse(url)
  const place = placeOf(address, routerBase)
  const match = place && matchRoute(routes, place.pathname)
  if (!match) return undefined
  const query = new URLSearchParams()
  for (const name of match.route.query ?? []) {
    const value = address.searchParams.get(name)?.trim()
    if (value) query.set(name, value)
  }
  const path = withBase(pathOf(match), routerBase)
  return { canonical: query.size > 0 ? `${path}?${query}` : path, keep: match.route.public === true && !query.has('search') }
}

export const publicPaths = (): string[] => routes.filter((route) => route.public && !route.path.includes(':')).map(({ path }) => path)

/** A request that failed and said why is shown as it said; anything else is the server's to report. */
const knownFailure = (error: unknown, notFoundHelp: string): NonNullable<PageInput['failure']> => {
  const told = failureOf(error)
  if (!(error instanceof RequestError) || !error.response || !told) throw error
  const failure = { error: told.error ?? '', requestId: told.requestId ?? '' }
  const { status } = error.response
  // An address with an id that cannot be one is, to a reader, the address of nothing.
  return status === 422 ? { ...failure, status: 404, message: notFoundHelp } : { ...failure, status, message: error.message }
}

const statusOf = (shown: Shown, failure: PageInput['failure']): number => failure?.status ?? (shown.kind === 'missing' ? 404 : 200)

const asError = ({ status, message, ...data }: NonNullable<PageInput['failure']>): RequestError =>
  new RequestError('ResponseError', message, { url: '', response: new Response(null, { status }), data: { data } })

export const renderPage = async ({ url, locale, facts, manifest, fetch, failure: given }: PageInput): Promise<PageOutput> => {
  const language = createLanguage(locale, await loadMessages(locale), facts.settings.timeZone)
  const client: Client = createClient(
    createRequest({
      fetch,
      locale: () => locale,
      translate: (id, values) => language.intl.formatMessage({ id }, values),
      presenter: silentPresenter,
    }),
  )
  const place = placeOf(parse(url), facts.routerBase) ?? { pathname: '/', search: '' }
  const options = { routes, missing: missingPage, base: facts.routerBase, client, loadModule: loadPage }

  let failure = given
  let shown: Shown
  try {
    shown = failure ? { kind: 'failed', error: asError(failure) } : await loadPlace(options, place)
  } catch (error) {
    failure = knownFailure(error, language.intl.formatMessage({ id: 'failure.notFoundHelp' }))
    shown = { kind: 'failed', error: asError(failure) }
  }

  const file = shown.kind === 'page' ? shown.match.route.file : missingPage
  const state = {
    locale,
    facts,
    assets: pageAssets(manifest, `pages/${file}.tsx`, locale),
    data: shown.kind === 'page' ? shown.data : undefined,
    failed: failure !== undefined,
  }
  const router = createRouter(options, { place, shown })
  const html = renderToString(<App state={state} language={language} client={client} router={router} toasts={createToasts()} />)
  return { status: statusOf(shown, failure), html: `<!doctype html>${html}` }
}
