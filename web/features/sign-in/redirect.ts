import { withoutBase } from '../../router/match.ts'

/** Pages that make no sense right after signing in. */
const entrance = /^\/account\/(login|register|reviserpwd)\/?$/i

/**
 * The path below the router base that an address asks to go on to; undefined unless it is a path of this site. It may come with the
 * base or without.
 */
export const safeRedirect = (raw: string | null, origin: string, base: string): string | undefined => {
  // Browsers drop tabs and line breaks from addresses, and take backslashes for slashes: no path of ours has any.
  if (!raw || !/^\/(?!\/)/.test(raw) || /[\\\p{Cc}]/u.test(raw)) return undefined
  try {
    const url = new URL(raw, origin)
    const path = withoutBase(url.pathname, base) ?? url.pathname
    // Two slashes may also be what is left of `/.//` or of a base.
    if (url.origin !== origin || path.startsWith('//') || entrance.test(path)) return undefined
    return `${path}${url.search}${url.hash}`
  } catch {
    return undefined
  }
}

/** The same wish for another page on the way; it is looked at where it is followed. */
export const keepRedirect = (path: string, query: URLSearchParams, further: Record<string, string> = {}): string => {
  const redirect = query.get('redirect')
  const kept = new URLSearchParams({ ...(redirect && { redirect }), ...further })
  return kept.size > 0 ? `${path}?${kept}` : path
}
