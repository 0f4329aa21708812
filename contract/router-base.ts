/** Adds the router base to a path of the site. */
export const withBase = (path: string, base: string): string => {
  if (base === '/') return path
  return path === '/' ? base : `${base}${path}`
}

/** Removes the router base; undefined if the path is outside of it. */
export const withoutBase = (pathname: string, base: string): string | undefined => {
  if (base === '/') return pathname
  const isInside =
    pathname.toLowerCase().startsWith(base.toLowerCase()) && ['', '/'].includes(pathname.charAt(base.length))
  return isInside ? pathname.slice(base.length) || '/' : undefined
}
