import type { FastifyRequest } from 'fastify'
import { fail } from '../failure.ts'

const reading = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Types that a foreign page can send without a preflight; this API accepts JSON only. */
const simpleTypes = /^\s*(text\/plain|application\/x-www-form-urlencoded|multipart\/form-data)/i

/**
 * A request that changes something must come from this site. Browsers state the origin in headers that a page cannot
 * forge; a program that sends neither header is no browser and carries nobody's cookies.
 */
export const refuseForeignOrigin = (request: FastifyRequest, publicOrigin: string | undefined): void => {
  if (reading.has(request.method)) return
  const { origin, host, 'sec-fetch-site': site, 'content-type': type = '' } = request.headers
  const here = origin === publicOrigin || (publicOrigin === undefined && origin === `${request.protocol}://${host}`)
  const foreign = (origin !== undefined && !here) || (site !== undefined && site !== 'same-origin' && site !== 'none')
  if (foreign || simpleTypes.test(type)) throw fail('request.foreignOrigin')
}
