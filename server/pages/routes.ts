import type { Place, SiteFacts, SiteModule } from '@lectern/contract/settings/site.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Clock } from '../platform/clock.ts'
import { type AnswerCache, type KeptAnswer, writeAnswer, type PublicAnswer } from '../platform/http/answer-cache.ts'
import { addressOf } from '../platform/http/cached-requests.ts'
import { retryHeadersOf } from '../platform/http/failures.ts'
import { languageOfPage, type ProxyLanguage } from '../platform/http/locale.ts'
import type { PageReads, Reader } from '../platform/http/page-reads.ts'
import { everyone } from '../platform/policy.ts'
import { wantsPage } from './failure-pages.ts'
import { encodeHtml, htmlHeaders, type Site } from './site.ts'

/** A path without a page. */
const unknownPlace: Place = { pathname: '/404', search: '' }

interface Pages {
  app: FastifyInstance
  clock: Clock
  site: Site
  facts: SiteFacts
  proxyLanguage: ProxyLanguage
  /** Pages that have nothing to show. */
  findEmptyPages: () => Promise<string[]>
  cache: AnswerCache
  /** Of pages of the office. */
  officePolicy: string
  limit: (request: FastifyRequest) => void
  pageReads: PageReads
  onRead: (pathname: string) => void
}

export const pageRoutes = (pages: Pages): void => {
  const { app, clock, site, facts, proxyLanguage, findEmptyPages, cache, officePolicy, limit, pageReads, onRead } =
    pages
  if (facts.routerBase !== '/') {
    app.get('/', { config: { policy: everyone } }, (_request, reply) => reply.redirect(facts.routerBase))
  }

  const render = async (module: SiteModule, place: Place, reader: Reader): Promise<PublicAnswer> => {
    // Without the database the whole menu is shown.
    const emptyPages = await findEmptyPages().catch(() => [])
    let isSteady = true
    const page = await module.renderPage({
      place,
      locale: reader.locale,
      facts: { ...facts, emptyPages },
      manifest: site.manifest,
      read: async (call) => {
        const answer = await pageReads.read(call, reader)
        isSteady &&= answer.isSteady
        return answer
      },
    })
    const { status, retrySeconds } = page
    const passing = status === 503 && { 'cache-control': 'no-store' }
    const headers = { ...htmlHeaders, ...passing, ...retryHeadersOf(status, retrySeconds) }
    return { status, headers, body: encodeHtml(page), isSteady }
  }

  app.get('/*', { config: { policy: everyone } }, async (request, reply) => {
    const { url } = request
    const ofProxy = proxyLanguage(request.raw)
    const { locale, namedBy } = languageOfPage(request.headers, url, facts.settings.languages, ofProxy)
    const reader = { locale, address: request.ip, requestId: request.id }
    const module = await site.load()
    const page = module.findPage(url, facts.routerBase)
    if (!page && !wantsPage(request)) return reply.callNotFound()
    let cached: KeptAnswer
    if (page && !page.keep) {
      limit(request)
      const answer = await render(module, page.place, reader)
      const headers = {
        ...answer.headers,
        ...(page.office && !site.contentSecurityPolicy && { 'content-security-policy': officePolicy }),
        ...(page.confidential && { 'cache-control': 'no-store' }),
      }
      cached = cache.prepare({ ...answer, headers }, 0)
    } else {
      // All unknown addresses show the same page: one render serves them all.
      const place = page?.place ?? unknownPlace
      const key = `page ${locale} ${place.pathname}${place.search}`
      const make = async (): Promise<PublicAnswer> => {
        const answer = await render(module, place, reader)
        return page ? answer : { ...answer, keep: true }
      }
      cached = await cache.get(key, make, { allow: () => limit(request) })
      if (page)
        cache.addAlias(addressOf(request.raw, ofProxy), { key, route: '/*', namedBy, onRead: () => onRead(url) })
    }
    if (cached.status === 200 && request.method === 'GET') onRead(url)
    reply.hijack()
    writeAnswer(cached, request.raw, reply.raw, { namedBy, now: clock.now() })
  })
}
