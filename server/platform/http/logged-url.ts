import type { FastifyRequest } from 'fastify'

/** Parts of an address that let whoever knows them in. */
const secretPart = /:(?:code|token)(?=\/|$)/

/**
 * An address as the log may hold it: without codes, and of the query only the names. What was searched for may be somebody's name, and a
 * link may carry a code.
 */
export const loggedUrl = ({ url, routeOptions }: FastifyRequest): string => {
  const [path = '', query] = url.split('?', 2)
  const template = routeOptions.url
  const shown = template && secretPart.test(template) ? template : path
  if (!query) return shown
  const names = query.split('&').map((pair) => pair.split('=', 1)[0])
  return `${shown}?${names.join('&')}`.slice(0, 500)
}
