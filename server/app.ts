import type { Endpoint } from '@lectern/contract/endpoint.ts'
import { defaultSettings, type SiteSettings } from '@lectern/contract/settings.ts'
import type { SiteFacts } from '@lectern/contract/site.ts'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from './config.ts'
import { accountRoutes } from './features/accounts/routes.ts'
import { addViews, nextDue } from './features/articles/queries.ts'
import { articleRoutes, countPageView } from './features/articles/routes.ts'
import { ViewCounter } from './features/articles/view-counter.ts'
import { apiDocs } from './features/operations/api-docs.ts'
import { operationsRoutes } from './features/operations/routes.ts'
import { assetRoutes } from './pages/assets.ts'
import { crawlerRoutes } from './pages/crawlers.ts'
import { failurePages } from './pages/failure-pages.ts'
import { pageRoutes } from './pages/routes.ts'
import type { Site } from './pages/site.ts'
import { systemClock, type Clock } from './platform/clock.ts'
import { withoutValues, type Connection } from './platform/database/connect.ts'
import { listen } from './platform/database/listen.ts'
import { AnswerCache } from './platform/http/answer-cache.ts'
import { createServer, type Drain } from './platform/http/create-server.ts'
import { securityHeaders } from './platform/http/security-headers.ts'
import { createHttp, type Http } from './platform/http/serve.ts'
import { version } from './version.ts'

export interface AppDeps {
  config: Pick<Config, 'publicUrl' | 'trustProxy' | 'routerBase' | 'port'>
  connection: Connection
  databaseUrl: string
  site: Site
  logger?: FastifyBaseLogger
  clock?: Clock
  settings?: SiteSettings
  /** Endpoints of a test, served as the features' own. */
  extraRoutes?: (http: Http) => void
}

export interface App {
  server: FastifyInstance
  drain: Drain
}

/** The whole program but for its port: platform first, then the features in one list, then the pages. */
export const buildApp = async ({
  config,
  connection,
  databaseUrl,
  site,
  logger,
  clock = systemClock,
  settings = defaultSettings,
  extraRoutes,
}: AppDeps): Promise<App> => {
  const { db } = connection
  const origin = config.publicUrl?.origin ?? `http://localhost:${config.port}`
  const facts: SiteFacts = { settings, routerBase: config.routerBase, origin, version, build: site.build }
  const headers = securityHeaders(config, site.contentSecurityPolicy)

  const { app, limit, drain, isInternal, internalFetch } = await createServer({
    config,
    logger,
    securityHeaders: headers,
    respond: failurePages(site, facts, (error) => logger?.error({ err: error }, 'the failure page failed')),
  })

  const cache = new AnswerCache({ clock, securityHeaders: headers, nextChange: (now) => nextDue(db, now) })
  const content = await listen(databaseUrl, 'content', {
    onConnect: () => cache.resume(),
    onNotify: () => cache.drop(),
    onLost: (error) => {
      cache.suspend()
      logger?.warn({ err: error }, 'not hearing of content changes; pages are rendered anew until the database is back')
    },
  })
  site.onChange?.(() => cache.drop())
  const views = new ViewCounter(
    (counts) => addViews(db, counts),
    (error) => logger?.warn({ err: withoutValues(error) }, 'views cannot be written; they are kept until they can'),
  )
  app.addHook('onClose', async () => {
    await views.close()
    await content.close()
  })

  const limitOthers = async (request: FastifyRequest): Promise<void> =>
    isInternal(request) ? undefined : limit(request)

  const endpoints: Endpoint[] = []
  app.addHook('onRoute', ({ config: route }) => {
    if (route?.endpoint) endpoints.push(route.endpoint)
  })
  const http = createHttp({ app, db, clock, cache, limit: limitOthers, isInternal })

  operationsRoutes(http, { db, clock, version, build: site.build })
  accountRoutes(http)
  articleRoutes(http, views)
  extraRoutes?.(http)
  apiDocs(app, endpoints, { version, origin, limit })

  await assetRoutes(app, site)
  crawlerRoutes({ app, http, site, facts, cache, limit })
  pageRoutes({ app, site, facts, cache, limit, fetch: internalFetch, onRead: countPageView(views, config.routerBase) })

  return { server: app, drain }
}
