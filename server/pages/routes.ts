import type { Place, SiteFacts, SiteModule } from '@lectern/contract/site.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type AnswerCache, writeAnswer, type PublicAnswer } from '../platform/http/answer-cache.ts'
import { retryHeadersOf } from '../platform/http/failures.ts'
import { officePolicy } from '../platform/http/security-headers.ts'
import { localeOfPage } from '../platform/http/locale.ts'
import type { PageReads, Reader } from '../platform/http/page-reads.ts'
import { everyone } from '../platform/policy.ts'
import { wantsPage } from './failure-pages.ts'
import { encodeHtml, htmlHeaders, type Site } from './site.ts'

/** A path without a page. */
const unknownPlace: Place = { pathname: '/404', search: '' }

const officeHeaders = { 'content-security-policy': officePolicy }

interface Pages {
  app: FastifyInstance
  site: Site
  facts: SiteFacts
  cache: AnswerCache
  limit: (request: FastifyRequest) => void
  pageReads: PageReads
  onRead: (pathname: string) => void
}

export const pageRoutes = ({ app, site, facts, cache, limit, pageReads, onRead }: Pages): void => {
  if (facts.routerBase !== '/') {
    app.get('/', { config: { policy: everyone } }, (_request, reply) => reply.redirect(facts.routerBase))
  }

  const render = async (module: SiteModule, place: Place, reader: Reader): Promise<PublicAnswer> => {
    const page = await module.renderPage({
      place,
      locale: reader.locale,
      facts,
      manifest: site.manifest,
      read: (call) => pageReads.read(call, reader),
    })
    const { status, retrySeconds } = page
    const passing = status === 503 && { 'cache-control': 'no-store' }
    const headers = { ...htmlHeaders, ...passing, ...retryHeadersOf(status, retrySeconds) }
    return { status, headers, body: encodeHtml(page) }
  }

  app.get('/*', { config: { policy: everyone } }, async (request, reply) => {
    const { url } = request
    const locale = localeOfPage(request.headers, url, facts.settings.languages)
    const address = `page ${locale} ${url}`
    let kept = cache.findAlias(address)
    if (!kept) {
      const reader = { locale, address: request.ip, requestId: request.id }
      const module = await site.load()
      const page = module.findPage(url, facts.routerBase)
      if (!page && !wantsPage(request)) return reply.callNotFound()
      if (page && !page.keep) {
        limit(request)
        const answer = await render(module, page.place, reader)
        const headers = {
          ...answer.headers,
          ...(page.office && !site.contentSecurityPolicy && officeHeaders),
          ...(page.confidential && { 'cache-control': 'no-store' }),
        }
        kept = cache.prepare({ ...answer, headers }, 0)
      } else {
        // All unknown addresses show the same page: one render serves them all.
        const place = page?.place ?? unknownPlace
        const key = `page ${locale} ${place.pathname}${place.search}`
        const make = async (): Promise<PublicAnswer> => {
          const answer = await render(module, place, reader)
          return page ? answer : { ...answer, keep: true }
        }
        kept = await cache.get(key, make, { allow: () => limit(request) })
        if (page) cache.addAlias(address, key)
      }
    }
    if (kept.status === 200 && request.method === 'GET') onRead(url)
    reply.hijack()
    writeAnswer(kept, request.raw, reply.raw)
  })
}
