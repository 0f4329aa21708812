import { channels } from '@lectern/contract/account-values.ts'
import type { Endpoint } from '@lectern/contract/endpoint.ts'
import type { MaterialId, NewsId } from '@lectern/contract/ids.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import { localize } from '@lectern/contract/localized.ts'
import type { SiteSettings } from '@lectern/contract/settings.ts'
import type { SiteFacts } from '@lectern/contract/site.ts'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { beginRoutes } from './begin/routes.ts'
import type { Config } from './config.ts'
import { deliverAnnouncements } from './features/announcements/delivery.ts'
import { announcementRoutes } from './features/announcements/routes.ts'
import { articleEditingRoutes } from './features/articles/editing-routes.ts'
import { addViews, nextDue } from './features/articles/queries.ts'
import { articleRoutes, countPageView } from './features/articles/routes.ts'
import { bannerRoutes } from './features/banners/routes.ts'
import { nextBannerChange } from './features/banners/service.ts'
import { competitionEditingRoutes } from './features/competition/editing-routes.ts'
import { nextActivityDue, nextPhaseChange } from './features/competition/queries.ts'
import { phaseRoutes } from './features/competition/phase-routes.ts'
import { competitionRoutes } from './features/competition/routes.ts'
import { contactMessageRoutes } from './features/contact-messages/routes.ts'
import { dashboardRoutes } from './features/dashboard/routes.ts'
import { officeRoutes } from './features/office/routes.ts'
import { documentRoutes } from './features/documents/routes.ts'
import { createInspection } from './features/files/inspection.ts'
import { expertRoutes } from './features/experts/routes.ts'
import { createReceivers } from './features/files/receiving.ts'
import { fileRoutes } from './features/files/routes.ts'
import { uploadRoutes } from './features/files/upload-routes.ts'
import { finishArrived } from './features/files/uploads.ts'
import { materialEditingRoutes } from './features/materials/editing-routes.ts'
import { addDownloads, nextMaterialDue } from './features/materials/queries.ts'
import { materialRoutes } from './features/materials/routes.ts'
import { myDataRoutes } from './features/my-data/routes.ts'
import { LiveNotices } from './features/notices/live.ts'
import { noticeRoutes } from './features/notices/routes.ts'
import { apiDocs } from './features/operations/api-docs.ts'
import { operationsRoutes } from './features/operations/routes.ts'
import { accountRoutes } from './features/accounts/routes.ts'
import { memberRoutes } from './features/members/routes.ts'
import { createAuditChain } from './features/audit/chain.ts'
import { auditLogRoutes } from './features/audit-log/routes.ts'
import { outboxRoutes } from './features/outbox/routes.ts'
import { createOutboxSender, type Carriers } from './features/outbox/sender.ts'
import { partnerRoutes } from './features/partners/routes.ts'
import { sectionRoutes } from './features/pages/routes.ts'
import { revisionRoutes } from './features/revisions/routes.ts'
import { searchRoutes } from './features/search/routes.ts'
import { loadSettings } from './features/settings/service.ts'
import { mailServerRoutes } from './features/settings/mail-server-routes.ts'
import { settingsRoutes } from './features/settings/routes.ts'
import { signInRoutes } from './features/sign-in/routes.ts'
import { securityRoutes } from './features/sign-in/security-routes.ts'
import { createIdentity } from './features/sign-in/service.ts'
import { extensionRoutes } from './features/enrolments/extension-routes.ts'
import { enrolmentOfficeRoutes } from './features/enrolments/office-routes.ts'
import { offerPlaces } from './features/enrolments/offers.ts'
import { tellOpenings } from './features/enrolments/openings.ts'
import { remindTeams } from './features/enrolments/reminders.ts'
import { enrolmentRoutes } from './features/enrolments/routes.ts'
import { tellDecisions } from './features/enrolments/telling.ts'
import { teamRoutes } from './features/teams/routes.ts'
import { welcomeRoutes } from './features/welcome/routes.ts'
import { loadInstallation, mailHostOf, mailUrlOf, originOf, systemContext } from './installation.ts'
import { assetRoutes } from './pages/assets.ts'
import { crawlerRoutes } from './pages/crawlers.ts'
import { failurePages } from './pages/failure-pages.ts'
import { pageRoutes } from './pages/routes.ts'
import type { Site } from './pages/site.ts'
import { BatchedCounter } from './platform/batched-counter.ts'
import { systemClock, type Clock } from './platform/clock.ts'
import { withoutValues, type Connection } from './platform/database/connect.ts'
import { listen } from './platform/database/listen.ts'
import { createEncryption } from './platform/encryption.ts'
import { AnswerCache } from './platform/http/answer-cache.ts'
import { createServer, type Drain } from './platform/http/create-server.ts'
import { securityHeaders } from './platform/http/security-headers.ts'
import { createHttp, type Http } from './platform/http/serve.ts'
import { createSessionCookie } from './platform/http/session-cookie.ts'
import { startJobs, type Job } from './platform/jobs.ts'
import { followMailServer } from './platform/mail/smtp.ts'
import { createSmsCarrier } from './platform/sms/http.ts'
import { createSheetThreads } from './platform/sheets/sheet-threads.ts'
import { createSweep } from './sweep.ts'
import { version } from './version.ts'

export interface AppDeps {
  config: Pick<
    Config,
    'publicUrl' | 'trustProxy' | 'routerBase' | 'port' | 'dataDirectory' | 'demo' | 'smtpUrl' | 'sms'
  > &
    Partial<Pick<Config, 's3' | 'secretKey'>>
  connection: Connection
  databaseUrl: string
  site: Site
  logger?: FastifyBaseLogger
  clock?: Clock
  settings?: SiteSettings
  /** False: nothing happens by itself, for tests that count what happens. */
  withJobs?: boolean
  /** Endpoints of a test, served as the features' own. */
  extraRoutes?: (http: Http) => void
}

export interface App {
  server: FastifyInstance
  drain: Drain
}

/** When the first of several things changes by time alone. */
const earliest = async (moments: Promise<Date | undefined>[]): Promise<Date | undefined> =>
  (await Promise.all(moments)).reduce((first, next) => (first && (!next || first < next) ? first : next), undefined)

/** The whole program but for its port: platform first, then the features in one list, then the pages. */
export const buildApp = async ({
  config,
  connection,
  databaseUrl,
  site,
  logger,
  clock = systemClock,
  settings: givenSettings,
  withJobs = true,
  extraRoutes,
}: AppDeps): Promise<App> => {
  const { db } = connection
  const origin = originOf(config)
  const settings = await loadSettings(db, createEncryption(config), givenSettings)
  const installation = await loadInstallation(config, db, settings)
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
    routerBase: config.routerBase,
    origin,
    version,
    build: site.build,
  }
  const cookie = createSessionCookie(config.publicUrl?.protocol === 'https:')
  const { identify, writeSeen } = createIdentity({ db, clock, cookie, installation })
  const headers = securityHeaders(config, site.contentSecurityPolicy)

  const { app, limit, drain, isInternal, internalFetch } = await createServer({
    config,
    logger,
    securityHeaders: headers,
    identify,
    respond: failurePages(site, facts, (error) => logger?.error({ err: error }, 'the failure page failed')),
  })

  const cache = new AnswerCache({
    clock,
    securityHeaders: headers,
    nextChange: (now) =>
      earliest([
        nextDue(db, now),
        nextMaterialDue(db, now),
        nextPhaseChange(db, now),
        nextBannerChange(db, now),
        nextActivityDue(db, now),
      ]),
  })
  const report = (what: string) => (error: unknown) => logger?.warn({ err: withoutValues(error) }, what)
  const readSettings = (): void => {
    // Settings are part of every page: they are read before the first page is rendered anew.
    settings
      .refresh()
      .catch(report('settings cannot be read; the former ones stay in force'))
      .finally(() => {
        cache.drop()
        // There may be a mail server now.
        running?.wake('outbox')
      })
  }
  const notices = new LiveNotices({ db, report: report('unread notices cannot be counted; tried again soon') })
  drain.onBegin(() => notices.closeAll())
  app.addHook('preClose', async () => notices.closeAll())
  let wasLost = false
  const siteTitle = (locale: Locale): string => localize(settings.site.title, locale).text
  // Nothing leaves the demo: its people are invented, and their addresses might be somebody's.
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
  const sender = createOutboxSender({
    db,
    clock,
    carriers,
    siteTitle,
    address: installation.address,
    get demo() {
      return installation.demo
    },
    log: { info: (line) => logger?.info(line), warn: (line) => logger?.warn(line) },
    report: report('what became of a letter cannot be written down; it goes out again'),
  })
  const sweep = createSweep({ db, clock, storage: installation.storage })
  const chain = createAuditChain({ db })
  const inspection = createInspection({ db, clock, storage: installation.storage })
  const receivers = createReceivers()
  drain.onBegin(() => receivers.letGoOfAll())
  app.addHook('preClose', async () => receivers.letGoOfAll())
  const asProgram = () => systemContext({ db, clock, installation })
  const lookIntoFiles = async (): Promise<void> => {
    await finishArrived(asProgram())
    await inspection.run()
  }
  const jobs: Job[] = [
    { name: 'outbox', everyMilliseconds: 15_000, run: sender.run },
    { name: 'audit chain', everyMilliseconds: 10_000, run: chain.run },
    { name: 'files', everyMilliseconds: 60_000, run: lookIntoFiles },
    { name: 'sessions seen', everyMilliseconds: 60_000, run: writeSeen },
    { name: 'decisions', everyMilliseconds: 5_000, run: () => tellDecisions(asProgram()) },
    { name: 'announcements', everyMilliseconds: 30_000, run: () => deliverAnnouncements(asProgram()) },
    { name: 'openings', everyMilliseconds: 30_000, run: () => tellOpenings(asProgram()) },
    { name: 'waiting lists', everyMilliseconds: 15_000, run: () => offerPlaces(asProgram()) },
    { name: 'reminders', everyMilliseconds: 600_000, run: () => remindTeams(asProgram()) },
    { name: 'sweep', everyMilliseconds: 3_600_000, run: sweep.run },
  ]
  const running = withJobs
    ? startJobs(jobs, (name, error) => report(`the job "${name}" failed; it will be tried again`)(error))
    : undefined
  const changes = await listen(databaseUrl, {
    channels: {
      content: () => {
        cache.drop()
        if (settings.awaitsPicture) readSettings()
      },
      setting: readSettings,
      outbox: () => running?.wake('outbox'),
      file: () => running?.wake('files'),
      announcement: () => running?.wake('announcements'),
      upload: (id) => receivers.letGo(id),
      notice: (accountId) => notices.hearNotice(accountId),
      teammate: (accountId) => notices.hearNews(accountId),
      session: (sessionId) => notices.hearSessionEnd(sessionId),
    },
    onConnect: () => {
      cache.resume()
      notices.catchUp()
      if (wasLost) readSettings()
    },
    onLost: (error) => {
      wasLost = true
      cache.suspend()
      logger?.warn({ err: error }, 'not hearing of changes; pages are rendered anew until the database is back')
    },
  })
  site.onChange?.(() => cache.drop())
  const views = new BatchedCounter<NewsId>(
    (counts) => addViews(db, counts),
    report('views cannot be written; they are kept until they can'),
  )
  const downloads = new BatchedCounter<MaterialId>(
    (counts) => addDownloads(db, counts),
    report('downloads cannot be written; they are kept until they can'),
  )
  app.addHook('onClose', async () => {
    sender.stop()
    inspection.stop()
    await running?.close()
    await sender.settled()
    await views.close()
    await downloads.close()
    await changes.close()
  })

  const threads = createSheetThreads(databaseUrl)
  app.addHook('onClose', () => threads.close())

  const endpoints: Endpoint[] = []
  app.addHook('onRoute', ({ config: route }) => {
    if (route?.endpoint) endpoints.push(route.endpoint)
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
    isInternal,
  })

  operationsRoutes(http, { db, version, build: site.build })
  signInRoutes(http)
  securityRoutes(http, settings)
  accountRoutes(http)
  memberRoutes(http, settings, threads)
  documentRoutes(http)
  fileRoutes(http)
  uploadRoutes(http, receivers)
  myDataRoutes(http)
  noticeRoutes(http, notices)
  announcementRoutes(http)
  welcomeRoutes(http)
  settingsRoutes(http, settings)
  mailServerRoutes(http, settings, {
    siteTitle,
    address: installation.address,
    operatorUrl: config.smtpUrl,
    host: mailHostOf(config),
  })
  auditLogRoutes(http)
  outboxRoutes(http, {
    siteTitle,
    address: installation.address,
    get channels() {
      return channels.filter((channel) => carriers[channel])
    },
  })
  competitionRoutes(http)
  phaseRoutes(http)
  competitionEditingRoutes(http)
  contactMessageRoutes(http)
  teamRoutes(http)
  enrolmentRoutes(http)
  extensionRoutes(http)
  enrolmentOfficeRoutes(http, settings, threads)
  dashboardRoutes(http)
  officeRoutes(http, settings)
  beginRoutes(http, settings)
  articleRoutes(http, views)
  bannerRoutes(http)
  expertRoutes(http)
  partnerRoutes(http)
  sectionRoutes(http)
  materialRoutes(http, downloads)
  materialEditingRoutes(http)
  articleEditingRoutes(http)
  searchRoutes(http)
  revisionRoutes(http)
  extraRoutes?.(http)
  apiDocs({ app, cache, endpoints, about: { version, origin } })

  await assetRoutes(app, site)
  crawlerRoutes({ app, http, site, facts, cache, limit })
  pageRoutes({ app, site, facts, cache, limit, fetch: internalFetch, onRead: countPageView(views, config.routerBase) })

  return { server: app, drain }
}
