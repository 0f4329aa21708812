import { catalogue } from '@lectern/contract/errors.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import type { SiteFacts, SiteModule } from '@lectern/contract/site.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type AnswerCache, writeAnswer, type PublicAnswer } from '../platform/http/answer-cache.ts'
import { sendFailure, type FailureResponder } from '../platform/http/create-server.ts'
import { localeOfPage } from '../platform/http/locale.ts'
import { say } from '../platform/messages.ts'
import { everyone } from '../platform/policy.ts'
import type { Site } from './site.ts'

interface Pages {
  app: FastifyInstance
  site: Site
  facts: SiteFacts
  cache: AnswerCache
  limit: (request: FastifyRequest) => Promise<void>
  /** Calls the interface over HTTP from inside, without a network. */
  fetch: (url: string, init: RequestInit) => Promise<Response>
  onRead: (pathname: string) => void
}

const htmlHeaders = { 'content-type': 'text/html; charset=utf-8', vary: 'accept-language, cookie' }

/** After a 503. */
const retrySeconds = '5'

const askedLanguage = (url: string): string | null => /[?&]lang=([\w-]+)/.exec(url)?.[1] ?? null

/** Paths of programs: they get the envelope, never a page. */
const forPrograms = /^\/(api|user|livez|readyz|version)(\/|\?|$)/i

export const wantsPage = (request: FastifyRequest): boolean =>
  ['GET', 'HEAD'].includes(request.method) &&
  !forPrograms.test(request.url) &&
  !/^[^?]*\.\w{2,4}(\?|$)/.test(request.url)

export const pageRoutes = ({ app, site, facts, cache, limit, fetch, onRead }: Pages): void => {
  if (facts.routerBase !== '/') {
    app.get('/', { config: { policy: everyone } }, (_request, reply) => reply.redirect(facts.routerBase))
  }

  const renderInput = (url: string, locale: Locale) => ({ url, locale, facts, manifest: site.manifest, fetch })

  const render = async (module: SiteModule, url: string, locale: Locale): Promise<PublicAnswer> => {
    const { status, html } = await module.renderPage(renderInput(url, locale))
    const passing = status === 503 && { 'cache-control': 'no-store', 'retry-after': retrySeconds }
    return { status, headers: { ...htmlHeaders, ...passing }, body: html }
  }

  app.get('/*', { config: { policy: everyone } }, async (request, reply) => {
    const { url } = request
    const locale = localeOfPage(request.headers, askedLanguage(url))
    const address = `page ${locale} ${url}`
    let kept = cache.findAlias(address)
    if (!kept) {
      const module = await site.load()
      const page = module.findPage(url, facts.routerBase)
      if (!page && !wantsPage(request)) return reply.callNotFound()
      if (page && !page.keep) {
        await limit(request)
        kept = cache.prepare(await render(module, page.canonical, locale), 0)
      } else {
        // Every address without a page shows the same: one render serves them all.
        const canonical = page?.canonical ?? `${facts.routerBase === '/' ? '' : facts.routerBase}/404`
        const key = `page ${locale} ${canonical}`
        const make = async (): Promise<PublicAnswer> => {
          const answer = await render(module, canonical, locale)
          return page ? answer : { ...answer, keep: true }
        }
        kept = await cache.get(key, make, () => limit(request))
        if (page) cache.addAlias(address, key)
      }
    }
    if (kept.status === 200 && request.method === 'GET') onRead(url)
    reply.hijack()
    writeAnswer(kept, request.raw, reply.raw)
  })
}

/** Readers get a page that says what happened, in their language; programs get the envelope. */
export const failurePages =
  (site: Site, facts: SiteFacts, log: (error: unknown) => void): FailureResponder =>
  async (failure, request, reply) => {
    if (!wantsPage(request)) return sendFailure(failure, request, reply)
    const { status } = catalogue[failure.error]
    const locale = localeOfPage(request.headers, askedLanguage(request.url))
    try {
      const module = await site.load()
      const { html } = await module.renderPage({
        url: facts.routerBase,
        locale,
        facts,
        manifest: site.manifest,
        fetch: () => Promise.reject(new Error('a failure page asks for nothing')),
        failure: {
          status,
          error: failure.error,
          message: say(locale, `error.${failure.error}`, failure.params),
          requestId: request.id,
        },
      })
      if (status === 503) reply.header('retry-after', retrySeconds)
      reply
        .code(status)
        .headers({ ...htmlHeaders, 'cache-control': 'no-store' })
        .send(html)
    } catch (error) {
      log(error)
      await sendFailure(failure, request, reply)
    }
  }
