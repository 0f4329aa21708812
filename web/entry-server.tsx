import './app/theme.css'
import { renderToString } from 'react-dom/server'
import type { Locale } from '@lectern/contract/locales.ts'
import type { PageAddress, PageInput, PageOutput, SiteModule } from '@lectern/contract/settings/site.ts'
import { areasOf, type Area } from '@lectern/messages/areas.ts'
import { App } from './app/app.tsx'
import { failureStatus } from './app/failure-status.ts'
import { createLanguage, type Language } from './app/language.ts'
import { isOfficePage, loadPage } from './app/load-page.ts'
import { loadMessages } from './app/messages.ts'
import { pageAssets } from './app/page-assets.ts'
import { shareMarkup } from './app/shared-markup.tsx'
import { createSession } from './app/session-store.ts'
import { themeRules } from './app/theme-colors.ts'
import { createPageClient } from './request/page-client.ts'
import { failureOf, RequestError } from './request/request-error.ts'
import { allRoutes } from './office-routes.ts'
import { matchRoute, pathOf } from './router/match.ts'
import { createRouter, loadPlace, placeOf, type Shown } from './router/router.ts'
import type { PageModule } from './router/route.ts'
import { missingPage, routes } from './routes.tsx'
import { SharedMarkupProvider } from './ui/shared-markup.tsx'
import { createToasts } from './ui/toast-store.ts'

/** Path and query of a request; undefined if it is not a path of this site, such as `//elsewhere`. */
const parse = (url: string): URL | undefined =>
  /^\/(?!\/)/.test(url) ? (URL.parse(`http://site${url}`) ?? undefined) : undefined

export const findPage = (url: string, routerBase: string): PageAddress | undefined => {
  const address = parse(url)
  const typed = address && placeOf(address, routerBase)
  const match = typed && matchRoute(allRoutes, typed.pathname)
  if (!match) return undefined
  const query = new URLSearchParams()
  for (const name of match.route.query ?? []) {
    const value = address.searchParams.get(name)?.trim()
    if (value) query.set(name, value)
  }
  return {
    place: { pathname: pathOf(match), search: query.size > 0 ? `?${query}` : '' },
    keep: match.route.public !== undefined && !match.route.uncached && !query.has('search'),
    confidential: match.route.uncached === true,
    office: isOfficePage(match.route.file),
  }
}

export const publicPaths = (): string[] =>
  routes
    .flatMap((route) => [route, ...(route.children ?? [])])
    .filter((route) => route.public === true && !route.path.includes(':'))
    .map(({ path }) => path)

const statusOf = async (screen: Shown): Promise<number> => {
  if (screen.kind === 'failed') return failureStatus(screen.error)
  if (screen.kind !== 'page') return screen.kind === 'missing' ? 404 : 200
  const { isMissing } = await loadModuleOnce(screen.match.route.file)
  return isMissing?.(screen.data) ? 404 : 200
}

const retrySecondsOf = (screen: Shown): number | undefined => {
  const seconds = screen.kind === 'failed' ? failureOf(screen.error)?.params?.['seconds'] : undefined
  return typeof seconds === 'number' ? seconds : undefined
}

const asError = ({ status, message, ...data }: NonNullable<PageInput['failure']>): RequestError =>
  new RequestError('ResponseError', message, { url: '', response: new Response(null, { status }), data: { data } })

const modules = new Map<string, PageModule>()

/** Importing a module again returns the same one, but takes longer. */
const loadModuleOnce = async (file: string): Promise<PageModule> => {
  const cached = modules.get(file)
  if (cached) return cached
  const loaded = await loadPage(file)
  modules.set(file, loaded)
  return loaded
}

const languages = new Map<string, Language>()

/** Nothing that renders changes the language, so that all pages with the same texts share one. */
const languageFor = async (locale: Locale, areas: readonly Area[], timeZone: string): Promise<Language> => {
  const key = [locale, timeZone, ...areas].join(' ')
  const cached = languages.get(key)
  if (cached) return cached
  const language = createLanguage(locale, await loadMessages(locale, areas), timeZone)
  languages.set(key, language)
  return language
}

export const renderPage = async ({ place, locale, facts, manifest, read, failure }: PageInput): Promise<PageOutput> => {
  const route = matchRoute(allRoutes, place.pathname)?.route
  const areas = areasOf(route?.file ?? missingPage)
  const language = await languageFor(locale, ['site', ...areas], facts.settings.timeZone)
  const client = createPageClient(read)
  const options = {
    routes: allRoutes,
    missing: missingPage,
    base: facts.routerBase,
    client,
    loadModule: loadModuleOnce,
  }

  // A failed request is shown with its error; anything else is thrown for the server to report.
  const loadOrFail = (): Promise<Shown> =>
    // The route is known by now.
    loadPlace({ ...options, routes: route ? [route] : [] }, place).catch((error: unknown): Shown => {
      if (!failureOf(error)) throw error
      return { kind: 'failed', error }
    })
  const screen: Shown = failure ? { kind: 'failed', error: asError(failure) } : await loadOrFail()

  const file = 'match' in screen ? screen.match.route.file : missingPage
  const assets = pageAssets(manifest, file, locale)
  // Error pages work without scripts.
  const hasFailed = screen.kind === 'failed'
  const state = {
    locale,
    facts,
    place,
    assets: hasFailed ? { ...assets, preloads: [] } : assets,
    data: screen.kind === 'page' ? screen.data : undefined,
    failed: hasFailed,
  }
  const router = createRouter(options, { place, screen })
  const app = { state, language, client, router, session: createSession(client) }
  const shared = shareMarkup(app)
  const html = renderToString(
    <SharedMarkupProvider value={shared.render}>
      <App {...app} toasts={createToasts()} />
    </SharedMarkupProvider>,
  )
  const retrySeconds = retrySecondsOf(screen)
  return {
    status: await statusOf(screen),
    html: shared.fill(`<!doctype html>${html}`),
    ...(retrySeconds !== undefined && { retrySeconds }),
  }
}

export const themeStylesheet: SiteModule['themeStylesheet'] = ({ primaryColor }) => themeRules(primaryColor)
