import { catalogue, type ErrorName } from '@lectern/contract/errors.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import { isReservedPath } from '@lectern/contract/pages/reserved-paths.ts'
import type { SiteFacts } from '@lectern/contract/settings/site.ts'
import type { FastifyRequest } from 'fastify'
import type { AppError } from '../platform/failure.ts'
import { sendFailure, type FailureResponder } from '../platform/http/create-server.ts'
import { localeOfPage } from '../platform/http/locale.ts'
import { t } from '../platform/messages.ts'
import { encodeHtml, htmlHeaders, type Site } from './site.ts'

export const wantsPage = (request: FastifyRequest): boolean =>
  ['GET', 'HEAD'].includes(request.method) && !isReservedPath(request.url) && !/^[^?]*\.\w{2,4}(\?|$)/.test(request.url)

/** These occur in bursts, when there is no time to render a page for each. */
const frequent = new Set<ErrorName>(['request.malformed', 'request.tooMany', 'server.busy', 'server.databaseAway'])

/** Five languages times the seconds of a minute in the text of one error, with some room. */
const maxPages = 500

/** Browsers get a page in the reader's language; programs get the envelope. */
export const failurePages = (
  site: Site,
  facts: SiteFacts,
  log: (error: unknown, requestId: string) => void,
): FailureResponder => {
  const ready = new Map<string, Promise<Buffer>>()
  site.onChange?.(() => ready.clear())

  const render = async ({ error, params }: AppError, locale: Locale, requestId: string): Promise<Buffer> => {
    const module = await site.load()
    const page = await module.renderPage({
      place: { pathname: '/', search: '' },
      locale,
      facts,
      manifest: site.manifest,
      read: () => Promise.reject(new Error('a failure page reads nothing')),
      failure: {
        status: catalogue[error].status,
        error,
        message: t(locale, `error.${error}`, params),
        requestId,
      },
    })
    return encodeHtml(page)
  }

  let shownSettings = facts.settings

  /** One page for all requests with the same failure; it contains no request id. */
  const renderOnce = (failure: AppError, locale: Locale): Promise<Buffer> => {
    if (facts.settings !== shownSettings) ready.clear()
    shownSettings = facts.settings
    const key = `${locale} ${failure.error} ${JSON.stringify(failure.params)}`
    const cached = ready.get(key)
    if (cached) return cached
    if (ready.size >= maxPages) ready.clear()
    const page = render(failure, locale, '')
    ready.set(key, page)
    page.catch(() => ready.delete(key))
    return page
  }

  return async (failure, request, reply) => {
    if (!wantsPage(request)) return sendFailure(failure, request, reply)
    const locale = localeOfPage(request.headers, request.url, facts.settings.languages)
    try {
      const html = await (frequent.has(failure.error)
        ? renderOnce(failure, locale)
        : render(failure, locale, request.id))
      reply
        .code(catalogue[failure.error].status)
        .headers({ ...htmlHeaders, 'cache-control': 'no-store' })
        .send(html)
    } catch (error) {
      log(error, request.id)
      await sendFailure(failure, request, reply)
    }
  }
}
