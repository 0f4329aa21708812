/** A path of the site as it stands in addresses, below the router base. */
export const withBase = (path: string, base: string): string => {
  if (base === '/') return path
  return path === '/' ? base : `${base}${path}`
}

/** The path below the router base; undefined outside of it. */
export const withoutBase = (pathname: string, base: string): string | undefined => {
  if (base === '/') return pathname
  const isInside =
    pathname.toLowerCase().startsWith(base.toLowerCase()) && ['', '/'].includes(pathname.charAt(base.length))
  return isInside ? pathname.slice(base.length) || '/' : undefined
}
