import { activityId } from '@lectern/contract/ids.ts'
import { signingKeysPath } from '@lectern/contract/works/work-values.ts'
import { defaultLocale } from '@lectern/contract/locales.ts'
import { withBase } from '@lectern/contract/router-base.ts'
import type { SiteFacts } from '@lectern/contract/settings/site.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { newsFeed } from '../features/articles/feed.ts'
import { articlesForSitemap } from '../features/articles/service.ts'
import { activitiesForSitemap } from '../features/competition/service.ts'
import { activityCalendar, editionCalendar } from '../features/competition/phases/calendar.ts'
import { materialsForSitemap } from '../features/materials/service.ts'
import { resultsForSitemap } from '../features/results/service.ts'
import { listSigningKeys } from '../features/signing/service.ts'
import type { Clock } from '../platform/clock.ts'
import { type AnswerCache, writeAnswer } from '../platform/http/answer-cache.ts'
import { languageOfPage, type ProxyLanguage } from '../platform/http/locale.ts'
import type { Http } from '../platform/http/serve.ts'
import { fail } from '../platform/failure.ts'
import { everyone } from '../platform/policy.ts'
import { xml } from '../platform/xml.ts'
import type { Ctx } from '../platform/context.ts'
import type { Site } from './site.ts'

const robots = ({ origin }: SiteFacts): string => `User-agent: *\nDisallow: /api/\n\nSitemap: ${origin}/sitemap.xml\n`

/** Paths of the kinds of materials that have their own pages. */
const pathsOfMaterials = { markdown: '/database/listMD', video: '/Trivia/Video' }

const sitemap = async (
  ctx: Ctx,
  site: Site,
  { origin, routerBase, settings: { languages } }: SiteFacts,
): Promise<string> => {
  const address = (path: string): string => `${origin}${withBase(path, routerBase)}`
  const paths = (await site.load()).publicPaths()
  const pages = paths.map((path) => ({ url: address(path), updatedAt: undefined }))
  const activities = (await activitiesForSitemap(ctx)).map(({ id, updatedAt }) => ({
    url: address(`/EnrollFor/${id}`),
    updatedAt,
  }))
  const articles = (await articlesForSitemap(ctx)).map(({ id, updatedAt }) => ({
    url: address(`/News/${id}`),
    updatedAt,
  }))
  const materials = (await materialsForSitemap(ctx)).map(({ id, kind, updatedAt }) => ({
    url: address(`${pathsOfMaterials[kind]}?id=${id}`),
    updatedAt,
  }))
  const results = (await resultsForSitemap(ctx)).map(({ path, updatedAt }) => ({ url: address(path), updatedAt }))
  const entries = [...pages, ...activities, ...articles, ...materials, ...results].map(({ url, updatedAt }) => {
    // The same addresses as in the head of the pages: the default language has no parameter.
    const alternates = languages.map((locale) => {
      const href = locale === defaultLocale ? url : `${url}${url.includes('?') ? '&' : '?'}lang=${locale}`
      return xml`<xhtml:link rel="alternate" hreflang="${locale}" href="${href}"/>`
    })
    const lastmod = updatedAt ? xml`<lastmod>${updatedAt.toISOString()}</lastmod>` : ''
    return `<url>${xml`<loc>${url}</loc>`}${lastmod}${alternates.join('')}</url>\n`
  })
  return `<?xml version="1.0" encoding="utf-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${entries.join('')}</urlset>\n`
}

interface Crawlers {
  app: FastifyInstance
  http: Http
  site: Site
  facts: SiteFacts
  cache: AnswerCache
  clock: Clock
  proxyLanguage: ProxyLanguage
  limit: (request: FastifyRequest) => void
}

/** What is fetched from fixed addresses: by search engines, feed readers, and whoever verifies a receipt. */
export const crawlerRoutes = ({ app, http, site, facts, cache, clock, proxyLanguage, limit }: Crawlers): void => {
  const text = (path: string, type: string, make: (ctx: Ctx, request: FastifyRequest) => Promise<string>) =>
    app.get(path, { config: { policy: everyone } }, async (request, reply) => {
      const ofProxy = proxyLanguage(request.raw)
      const { languages } = facts.settings
      const { locale, namedBy } = languageOfPage(request.headers, request.url, languages, ofProxy)
      const answer = async () => {
        const headers = { 'content-type': `${type}; charset=utf-8`, vary: 'accept-language, cookie' }
        return { status: 200, headers, body: await make(http.contextOf(request, locale), request) }
      }
      const key = [locale, path, ...Object.values(request.params as object)].join(' ')
      const cached = await cache.get(key, answer, { allow: () => limit(request) })
      reply.hijack()
      writeAnswer(cached, request.raw, reply.raw, { namedBy, now: clock.now() })
    })

  text('/robots.txt', 'text/plain', async () => robots(facts))
  text('/sitemap.xml', 'application/xml', (ctx) => sitemap(ctx, site, facts))
  text(signingKeysPath, 'application/json', async (ctx) => `${JSON.stringify(await listSigningKeys(ctx), null, 2)}\n`)
  text('/feed.xml', 'application/atom+xml', (ctx) => newsFeed(ctx, facts))
  text('/calendar.ics', 'text/calendar', (ctx) => editionCalendar(ctx, facts))
  text('/calendar/:file', 'text/calendar', (ctx, request) => {
    const { file } = request.params as { file: string }
    const id = activityId.safeParse(file.replace(/\.ics$/, ''))
    if (!id.success) throw fail('activity.notFound')
    return activityCalendar(ctx, facts, id.data)
  })
}
