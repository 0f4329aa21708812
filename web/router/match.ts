import type { Route } from './route.ts'

export { withBase, withoutBase } from '@lectern/contract/router-base.ts'

export interface Match<R extends Route = Route> {
  route: R
  params: Record<string, string>
}

interface Pattern {
  /** What a path must start with, in lower case: checking this first saves most of the slower checks. */
  start: string
  whole: RegExp
}

const patterns = new WeakMap<object, Pattern>()

const patternOf = (route: Route): Pattern => {
  const cached = patterns.get(route)
  if (cached) return cached
  const path = route.path.replace(/\/$/, '')
  const source = path.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')
  const pattern = { start: path.split(':')[0]!.toLowerCase(), whole: new RegExp(`^${source}/?$`, 'i') }
  patterns.set(route, pattern)
  return pattern
}

/** Malformed segments are returned unchanged. */
export const decode = (segment: string): string => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** The route of a path (without the router base) and its parameters; undefined if there is none. */
export const matchRoute = <R extends Route>(routes: readonly R[], pathname: string): Match<R> | undefined => {
  const lower = pathname.toLowerCase()
  for (const route of routes) {
    const { start, whole } = patternOf(route)
    const match = lower.startsWith(start) && whole.exec(pathname)
    if (match) {
      const params = Object.entries(match.groups ?? {}).map(([name, value]) => [name, decode(value)])
      return { route, params: { ...route.params, ...Object.fromEntries(params) } }
    }
    const inside = route.children && matchRoute(route.children as R[], pathname)
    if (inside) return inside
  }
  return undefined
}

/** The path as it is spelled in the route table. */
export const pathOf = ({ route, params }: Match): string =>
  route.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))

/** Whether a path (without the router base) belongs to the office. */
export const isOfficePath = (pathname: string): boolean => /^\/admin(\/|$)/i.test(pathname)
