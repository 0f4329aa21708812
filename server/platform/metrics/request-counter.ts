import { metricCatalogue } from './metric-catalogue.ts'
import type { Metrics } from './metrics.ts'
import { groupLabel, methodLabel, routeLabel } from './route-labels.ts'

export interface RequestCounter {
  /** A request that a route has answered, or none (`template` undefined); without a duration it was a stream. */
  answered(template: string | undefined, method: string, status: number, seconds?: number): void
  /** A request that was refused before any route saw it, and by what. */
  refused(by: string, method: string | undefined, status: number): void
}

/** Counts every answered request. Cached answers are counted too: finding the series must cost next to nothing. */
export const createRequestCounter = (metrics: Metrics): RequestCounter => {
  /** By route, method and status: strings that are there already, so that none is made for each request. */
  const counters = new Map<string, Map<string, Map<number, () => void>>>()
  const observers = new Map<string | undefined, (seconds: number) => void>()

  const addCounter = (route: string, method: string, status: number): (() => void) => {
    const counter = metrics.counter('lectern_http_requests_total', { route, method, status: String(status) })
    const ofRoute = counters.get(route) ?? new Map<string, Map<number, () => void>>()
    const ofMethod = ofRoute.get(method) ?? new Map<number, () => void>()
    counters.set(route, ofRoute.set(method, ofMethod.set(status, counter)))
    return counter
  }

  const count = (route: string, method: string | undefined, status: number): void => {
    const label = methodLabel(method)
    const counter = counters.get(route)?.get(label)?.get(status) ?? addCounter(route, label, status)
    counter()
  }

  const observe = (template: string | undefined, seconds: number): void => {
    let observer = observers.get(template)
    if (!observer) {
      observer = metrics.observer('lectern_http_request_seconds', { group: groupLabel(template) })
      observers.set(template, observer)
    }
    observer(seconds)
  }

  return {
    answered: (template, method, status, seconds) => {
      count(routeLabel(template), method, status)
      if (seconds !== undefined) observe(template, seconds)
    },
    refused: count,
  }
}

const lookUps = metricCatalogue.lectern_cache_hits_total.values

/** Counts what became of look-ups of the cache. */
export const createLookUpCounter = (metrics: Metrics): ((result: (typeof lookUps)[number]) => void) => {
  const counters = new Map(
    lookUps.map((result) => [result, metrics.counter('lectern_cache_hits_total', { result })] as const),
  )
  return (result) => counters.get(result)!()
}
