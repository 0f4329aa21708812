import { withoutBase } from '../../router/match.ts'

/** Pages that make no sense right after signing in. */
const entrance = /^\/account\/(login|register|reviserpwd|signin\/[^/]+)\/?$/i

/**
 * The redirect target as a path without the router base; undefined unless it is a path of this site. The input may
 * contain the base or not.
 */
export const safeRedirect = (raw: string | null, origin: string, base: string): string | undefined => {
  // Browsers drop tabs and line breaks from URLs and treat backslashes as slashes, so such paths are refused.
  if (!raw || !/^\/(?!\/)/.test(raw) || /[\\\p{Cc}]/u.test(raw)) return undefined
  try {
    const url = new URL(raw, origin)
    const path = withoutBase(url.pathname, base) ?? url.pathname
    // Double slashes may also result from `/.//` or from removing the base.
    if (url.origin !== origin || path.startsWith('//') || entrance.test(path)) return undefined
    return `${path}${url.search}${url.hash}`
  } catch {
    return undefined
  }
}

/** Adds the redirect target to another path; it is validated when it is used. */
export const keepRedirect = (path: string, query: URLSearchParams, further: Record<string, string> = {}): string => {
  const redirect = query.get('redirect')
  const parameters = new URLSearchParams({ ...(redirect && { redirect }), ...further })
  return parameters.size > 0 ? `${path}?${parameters}` : path
}
