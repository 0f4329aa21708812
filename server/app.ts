import type { Locale } from '@lectern/contract/locales.ts'
import { localize } from '@lectern/contract/localized.ts'
import type { SiteSettings } from '@lectern/contract/settings/settings.ts'
import type { SiteFacts } from '@lectern/contract/settings/site.ts'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { defaultPlanSeconds, type Config } from './config.ts'
import { features, foundation } from './features.ts'
import {
  loadInstallation,
  mailHostOf,
  mailUrlOf,
  originOf,
  systemContext,
  type ProviderPatience,
} from './installation.ts'
import { assetRoutes } from './pages/assets.ts'
import { crawlerRoutes } from './pages/crawlers.ts'
import { failurePages } from './pages/failure-pages.ts'
import { pageRoutes } from './pages/routes.ts'
import type { Site } from './pages/site.ts'
import { systemClock, type Clock } from './platform/clock.ts'
import { withoutValues, type Connection } from './platform/database/connect.ts'
import { listen } from './platform/database/listen.ts'
import { createEncryption } from './platform/encryption.ts'
import type { Carriers, FeatureJob, Program, Running, TaskRunners, TaskTiming } from './platform/feature.ts'
import { apiDocs } from './platform/http/api-docs.ts'
import { AnswerCache } from './platform/http/answer-cache.ts'
import { answerCachedRequests } from './platform/http/cached-requests.ts'
import { createServer, type Drain } from './platform/http/create-server.ts'
import { createProxyLanguage } from './platform/http/locale.ts'
import type { ServedEndpoint } from './platform/http/openapi.ts'
import { officePolicy, securityHeaders } from './platform/http/security-headers.ts'
import { createHttp, type Http } from './platform/http/serve.ts'
import { createSessionCookie } from './platform/http/session-cookie.ts'
import { startJobs } from './platform/jobs.ts'
import { followMailServer } from './platform/mail/smtp.ts'
import { databaseSamples, measureWaits, poolSamples } from './platform/metrics/database-samples.ts'
import { Metrics, sample } from './platform/metrics/metrics.ts'
import { createLookUpCounter } from './platform/metrics/request-counter.ts'
import { startProcessSamples } from './platform/metrics/process-samples.ts'
import { earliest } from './platform/moments.ts'
import { createSmsCarrier } from './platform/sms/http.ts'
import { createSheetThreads } from './platform/sheets/sheet-threads.ts'
import { createSweep } from './sweep.ts'
import { version } from './version.ts'

/** Until settings that could not be read are read again. */
const rereadMilliseconds = 1_000

export interface AppDeps {
  config: Pick<
    Config,
    'publicUrl' | 'trustProxy' | 'routerBase' | 'port' | 'dataDirectory' | 'demo' | 'smtpUrl' | 'sms'
  > &
    Partial<
      Pick<
        Config,
        | 's3'
        | 'secretKey'
        | 'role'
        | 'certificateSigner'
        | 'programs'
        | 'planSeconds'
        | 'clamd'
        | 'webhookAllow'
        | 'signInProviders'
      >
    > &
    ProviderPatience
  connection: Connection
  /** For connections that need a session of their own: never the address of a pooler. */
  databaseUrl: string
  site: Site
  logger?: FastifyBaseLogger
  clock?: Clock
  settings?: SiteSettings
  /** False: no jobs run, for tests that count what happens. */
  withJobs?: boolean
  /** Whether background tasks run in this process; absent: as the jobs do. */
  withTasks?: boolean
  /** Runners of a test, instead of those of features. */
  taskRunners?: TaskRunners
  taskTiming?: Partial<TaskTiming>
  /** Max event loop delay in milliseconds before requests are refused; 0: no limit. */
  maxEventLoopDelay?: number
  /** Endpoints of a test, served like those of features. */
  extraRoutes?: (http: Http) => void
}

/** Several features may listen to the same channel. */
const handlersOf = (running: readonly Running[]): Record<string, (payload: string) => void> => {
  const channels = new Set(running.flatMap(({ listens }) => Object.keys(listens ?? {})))
  const tell = (channel: string) => (payload: string) => {
    for (const { listens } of running) listens?.[channel]?.(payload)
  }
  return Object.fromEntries([...channels].map((channel) => [channel, tell(channel)]))
}

export interface App {
  server: FastifyInstance
  drain: Drain
  metrics: Metrics
}

/** The whole program except its port: platform, then the features in one list, then the pages. */
export const buildApp = async ({
  config,
  connection,
  databaseUrl,
  site,
  logger,
  clock = systemClock,
  settings: givenSettings,
  withJobs = true,
  withTasks = withJobs,
  taskRunners,
  taskTiming,
  maxEventLoopDelay = 1_500,
  extraRoutes,
}: AppDeps): Promise<App> => {
  const { db } = connection
  const origin = originOf(config)
  const settings = await foundation.loadSettings(db, createEncryption(config), givenSettings)
  const installation = await loadInstallation(config, db, settings, features)
  const facts: SiteFacts = {
    get settings() {
      return settings.site
    },
    get channels() {
      return installation.channels
    },
    get demo() {
      return installation.demo
    },
    get signInProviders() {
      return installation.signInProviders.filter(({ isShown }) => isShown).map(({ key, name }) => ({ key, name }))
    },
    routerBase: config.routerBase,
    origin,
    version,
    build: site.build,
    // Filled in where a page is rendered.
    emptyPages: [],
  }
  const cookie = createSessionCookie(config.publicUrl?.protocol === 'https:')
  const identity = foundation.createIdentity({ db, clock, cookie, installation })
  const headers = securityHeaders(config, site.contentSecurityPolicy)

  const metrics = new Metrics()
  const { app, limit, drain, pageReads, watch, requestCounter } = await createServer({
    config,
    logger,
    metrics,
    maxEventLoopDelay,
    securityHeaders: headers,
    identify: identity.identify,
    respond: failurePages(site, facts, (error, requestId) =>
      logger?.error({ requestId, err: error }, 'the failure page failed'),
    ),
  })

  const cache = new AnswerCache({
    clock,
    securityHeaders: headers,
    onLookUp: createLookUpCounter(metrics),
    nextChange: (now) => earliest(features.map(async ({ nextChange }) => nextChange?.(db, now))),
  })
  const proxyLanguage = createProxyLanguage(config.trustProxy)
  answerCachedRequests(app.server, {
    cache,
    clock,
    proxyLanguage,
    isDraining: () => drain.hasBegun,
    watch,
    requestCounter,
    log: logger,
  })
  const report: Program['report'] = (what, cause) => (error) =>
    logger?.warn({ ...cause, err: withoutValues(error) }, what)
  let reading = Promise.resolve()
  let readingAgain: NodeJS.Timeout | undefined
  const readSettings = (): void => {
    clearTimeout(readingAgain)
    // Settings are part of every page: they are read before a page is rendered again.
    const fresh = settings
      .refresh()
      .catch((error: unknown) => {
        report('settings cannot be read; the former ones stay in force until they can')(error)
        readingAgain = setTimeout(readSettings, rereadMilliseconds).unref()
      })
      .finally(() => {
        cache.drop()
        wake('setting')
      })
    reading = Promise.all([reading, fresh]).then(() => undefined)
  }
  const siteTitle = (locale: Locale): string => localize(settings.site.title, locale).text
  // The demo sends nothing: its people are invented, and their addresses might be somebody's.
  const findMail = followMailServer(() => mailUrlOf(config, settings), mailHostOf(config))
  const sms = config.sms && createSmsCarrier(config.sms)
  const carriers: Carriers = {
    get mail() {
      return installation.demo ? undefined : findMail()
    },
    get sms() {
      return installation.demo ? undefined : sms
    },
  }
  const threads = createSheetThreads(databaseUrl)
  const program: Program = {
    db,
    databaseUrl,
    clock,
    installation,
    settings,
    identity,
    carriers,
    threads,
    features,
    siteTitle,
    mail: { operatorUrl: config.smtpUrl, host: mailHostOf(config) },
    certificateSigner: config.certificateSigner,
    planSeconds: config.planSeconds ?? defaultPlanSeconds,
    webhookAllow: new Set(config.webhookAllow),
    routerBase: config.routerBase,
    version,
    build: site.build,
    metrics,
    log: { info: (line) => logger?.info(line), warn: (line) => logger?.warn(line) },
    report,
    asProgram: (requestId) => systemContext({ db, clock, installation, requestId }),
  }
  const running = features.flatMap((feature) => feature.start?.(program) ?? [])
  for (const { prepare } of running) await prepare?.()
  measureWaits(connection.pool, metrics)
  const processSamples = startProcessSamples()
  metrics.addSource(() => [sample('lectern_build_info', { version, build: site.build }, 1)])
  metrics.addSource(processSamples.read)
  metrics.addSource(() => poolSamples(connection.pool))
  metrics.addSource(
    databaseSamples(
      running.flatMap(({ samples }) => samples ?? []),
      report('metrics of the database cannot be read'),
    ),
  )
  app.addHook('onClose', async () => processSamples.close())
  const drainFeatures = (): void => running.forEach(({ onDrain }) => onDrain?.())
  drain.onBegin(drainFeatures)
  app.addHook('preClose', async () => drainFeatures())

  const jobs: FeatureJob[] = [
    ...running.flatMap((feature) => feature.jobs ?? []),
    {
      name: 'sweep',
      everyMilliseconds: 3_600_000,
      run: createSweep({ db, clock, storage: installation.storage, features }).run,
    },
  ]
  // A worker leaves the light jobs to those who serve pages.
  const started =
    withJobs && config.role !== 'worker'
      ? startJobs(jobs, (name, error) => report(`the job "${name}" failed; it will be tried again`)(error))
      : undefined
  /** Runs the jobs that listen to this notification channel. */
  const wake = (channel: string): void => {
    for (const { name, wokenBy } of jobs) if (wokenBy?.includes(channel)) started?.wake(name)
  }
  const channels = new Set(jobs.flatMap(({ wokenBy }) => wokenBy ?? []))
  const changes = await listen(databaseUrl, {
    channels: {
      ...Object.fromEntries([...channels].map((channel) => [channel, () => wake(channel)])),
      ...handlersOf(running),
      content: () => {
        cache.drop()
        if (settings.awaitsPicture) readSettings()
      },
      setting: readSettings,
    },
    onConnect: () => {
      cache.resume()
      for (const { onConnect } of running) onConnect?.()
      // Somebody may have changed them since they were read at the start.
      readSettings()
    },
    onLost: (error) => {
      cache.suspend()
      logger?.warn({ err: error }, 'not hearing of changes; pages are rendered anew until the database is back')
    },
  })
  await reading
  if (withTasks && config.role !== 'web') {
    const runners: TaskRunners = taskRunners ?? Object.assign({}, ...running.map((feature) => feature.taskRunners))
    for (const { runTasks } of running) runTasks?.(runners, taskTiming)
  }
  site.onChange?.(() => cache.drop())
  app.addHook('onClose', async () => {
    for (const { stop } of running) stop?.()
    await started?.close()
    for (const { close } of running) await close?.()
    await changes.close()
    await reading
    clearTimeout(readingAgain)
  })
  app.addHook('onClose', () => threads.close())

  const endpoints: ServedEndpoint[] = []
  app.addHook('onRoute', ({ method, config: route }) => {
    // Files are served to HEAD, too, without an endpoint of its own.
    if (route?.endpoint && route.policy && method === route.endpoint.method)
      endpoints.push({ endpoint: route.endpoint, policy: route.policy, ...route.exchanged })
  })
  const http = createHttp({
    app,
    db,
    clock,
    cache,
    installation,
    cookie,
    securityHeaders: headers,
    limit,
    pageReads,
    proxyLanguage,
  })

  for (const { routes } of running) routes?.(http)
  extraRoutes?.(http)
  apiDocs({ app, cache, endpoints, about: { version, origin, cookie: cookie.name } })

  await assetRoutes(app, site)
  crawlerRoutes({ app, http, site, facts, cache, clock, proxyLanguage, limit })
  const onRead = (url: string): void => running.forEach(({ onPageRead }) => onPageRead?.(url))
  const findEmptyPages = (): Promise<string[]> =>
    cache.remember('empty pages', async () => {
      const now = clock.now()
      const lists = features.flatMap(({ emptyPages }) => (emptyPages ? [emptyPages(db, now)] : []))
      return (await Promise.all(lists)).flat()
    })
  pageRoutes({
    app,
    clock,
    site,
    facts,
    proxyLanguage,
    findEmptyPages,
    cache,
    officePolicy: officePolicy(config),
    limit,
    pageReads,
    onRead,
  })

  return { server: app, drain, metrics }
}
