/**
 * Who named the language of an answer, if nobody else has a say in it: then caches between readers and this program may
 * share the answer. Cookies and `Accept-Language` decide the language of all others, which no cache shares.
 */
export type LanguageSource = 'address' | 'proxy'

/** Lower case, as Node writes it. A proxy that `TRUST_PROXY` names puts the language of the reader here. */
export const languageHeader = 'x-lectern-language'

/** The headers of requests that decide a shared answer. */
export const sharedVary: Record<LanguageSource, string> = {
  address: 'accept-encoding',
  proxy: `accept-encoding, ${languageHeader}`,
}

const freshSeconds = 5
const revalidateSeconds = 60
const errorSeconds = 86_400

interface SharedAnswer {
  /** Changes only when somebody changes it, never by time alone. */
  isSteady: boolean
  /** When content of the site changes by time alone. */
  nextChangeAt: number
  /** Made before the database became unavailable. */
  isOutdated: boolean
}

/**
 * How long shared caches may keep an answer. It is never kept beyond the moment at which content changes by time alone,
 * but for the last second: keeping nothing would send here everybody who waits for that moment.
 */
export const sharedCacheControl = (answer: SharedAnswer, namedBy: LanguageSource, now: number): string => {
  const left = answer.isOutdated ? 0 : Math.floor((answer.nextChangeAt - now) / 1_000)
  const fresh = Math.max(1, Math.min(freshSeconds, left))
  // Browsers know this, too, and would show pages of a minute ago: only proxies are told, which tell browsers otherwise.
  const revalidate = answer.isSteady && namedBy === 'proxy' ? Math.min(revalidateSeconds, left - fresh) : 0
  const refreshing = revalidate > 0 ? `, stale-while-revalidate=${revalidate}` : ''
  return `public, max-age=0, s-maxage=${fresh}${refreshing}, stale-if-error=${errorSeconds}`
}
