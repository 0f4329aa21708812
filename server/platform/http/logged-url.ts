/** Path parameters that grant access. */
const secretPart = /:(?:code|token)(?=\/|$)/

/**
 * An address as it may be logged: without codes, and only the names of query parameters. A search may contain
 * somebody's name, and a link may carry a code.
 */
export const loggedUrl = (url: string, template: string | undefined): string => {
  const [path = '', query] = url.split('?', 2)
  const publicPath = template && secretPart.test(template) ? template : path
  if (!query) return publicPath
  const names = query.split('&').map((pair) => pair.split('=', 1)[0])
  return `${publicPath}?${names.join('&')}`.slice(0, 500)
}
