import type { FastifyRequest } from 'fastify'

/** Path parameters that grant access. */
const secretPart = /:(?:code|token)(?=\/|$)/

/**
 * An address as it may be logged: without codes, and only the names of query parameters. A search may contain
 * somebody's name, and a link may carry a code.
 */
export const loggedUrl = ({ url, routeOptions }: FastifyRequest): string => {
  const [path = '', query] = url.split('?', 2)
  const template = routeOptions.url
  const shown = template && secretPart.test(template) ? template : path
  if (!query) return shown
  const names = query.split('&').map((pair) => pair.split('=', 1)[0])
  return `${shown}?${names.join('&')}`.slice(0, 500)
}
