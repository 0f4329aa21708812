import { hash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Clock } from '../clock.ts'
import { isDatabaseAway } from '../database/connect.ts'
import { largeBytes, PacedWriter } from './paced-writer.ts'
import { sharedCacheControl, sharedVary, type LanguageSource } from './shared-caching.ts'

/** A finished response that is the same for everybody with the same language. */
export interface PublicAnswer {
  status: number
  headers: Record<string, string>
  body: string | Buffer
  /** Cached although it is no success, such as the page for an unknown address. */
  keep?: boolean
  /** Changes only when somebody changes it, never by time alone. */
  isSteady?: boolean
}

type Compression = 'gzip' | 'br'
type Encoding = 'identity' | Compression

interface Variant {
  /** Flat names and values, in the form that `writeHead` sends without further work; see `startOfHeaders`. */
  headers: string[]
  /** A text of one byte a character, if it is short: Node writes it together with the headers, at once. */
  body: string | Buffer
}

export interface KeptAnswer {
  status: number
  /** Absent if browsers may not store it. */
  etag: string | undefined
  notModified: string[]
  variants: { identity: Variant & { body: Buffer } } & Partial<Record<Compression, Variant | Promise<Variant>>>
  /** Called when an encoding is first requested: most responses are needed in one, those that only pages read in none. */
  compress(encoding: Compression): Promise<Variant>
  madeAt: number
  expiresAt: number
  /** When content changes by time alone; undefined: it is not for caches of others. */
  nextChangeAt: number | undefined
  isSteady: boolean
  bytes: number
  /** Set if it is outdated because nothing newer can be made: its age in seconds. */
  staleSeconds?: number
}

/** What is known of a request: that its response is the cached one of a key. */
interface Alias {
  key: string
  /** The template of its route. */
  route: string
  /** Who named the language, if caches of others may share the response. */
  namedBy?: LanguageSource | undefined
  /** Counts a read. */
  onRead?: (() => void) | undefined
}

export interface CachedRead extends Omit<Alias, 'key'> {
  answer: KeptAnswer
}

/** What became of a look-up; `shared`: somebody else was making the response already. */
type LookUp = 'hit' | 'shared' | 'stale' | 'miss'

interface Options {
  clock: Clock
  securityHeaders: Record<string, string>
  /** The next moment at which content changes by time alone. */
  nextChange: (now: Date) => Promise<Date | undefined>
  maximumBytes?: number
  onLookUp?: (result: LookUp) => void
}

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

// The default window takes megabytes of memory per page; pages are far smaller.
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_LGWIN]: 18 } }

/** An exact copy: zlib returns a slice of a larger buffer, which would stay in memory. */
const compress = async (plain: Buffer, encoding: Compression): Promise<Buffer> =>
  Buffer.from(await (encoding === 'br' ? brotli(plain, brotliOptions) : zip(plain)))

/** Counters on a page may be this old. */
const longestKeep = 60_000

/** While the database is unavailable, cached responses are served for this long. */
const longestStale = 24 * 3_600_000

/** After a database failure it is not asked again for this long if a cached response exists. */
const awayMilliseconds = 1_000

/** These come first in the list of headers, so that they are found there. */
const startOfHeaders = { 'cache-control': 'no-cache', vary: '' }

const maximumAliases = 5_000
const maximumFacts = 1_000

/**
 * Caches public pages and data as finished bytes until content changes. One render at a time per key. Everything is
 * dropped at once, because publishing is rare and a missed dependency would show a wrong page.
 */
export class AnswerCache {
  readonly #options: Required<Options>
  readonly #kept = new Map<string, KeptAnswer>()
  readonly #aliases = new Map<string, Alias>()
  readonly #underWay = new Map<string, Promise<KeptAnswer>>()
  readonly #facts = new Map<string, { value: unknown; expiresAt: number }>()
  #bytes = 0
  #generation = 0
  #usable = true
  /** On the clock of `performance`. */
  #awayUntil = 0
  #nextChange: Promise<Date | undefined> | undefined

  constructor(options: Options) {
    this.#options = { maximumBytes: 64 * 1024 * 1024, onLookUp: () => undefined, ...options }
  }

  /** Content changed: nothing made before this moment is served or cached any more. */
  drop(): void {
    this.#generation += 1
    this.#kept.clear()
    this.#aliases.clear()
    this.#underWay.clear()
    this.#facts.clear()
    this.#nextChange = undefined
    this.#bytes = 0
  }

  /**
   * While notifications are lost, nothing new is cached, and cached responses are served only if nothing newer can be
   * made.
   */
  suspend(): void {
    this.#usable = false
    this.#generation += 1
    this.#underWay.clear()
    this.#facts.clear()
    this.#nextChange = undefined
  }

  resume(): void {
    this.#usable = true
    this.drop()
  }

  findAlias(address: string): CachedRead | undefined {
    const alias = this.#aliases.get(address)
    const answer = alias && this.#find(alias.key)
    if (answer) this.#options.onLookUp('hit')
    return answer && { answer, route: alias.route, namedBy: alias.namedBy, onRead: alias.onRead }
  }

  addAlias(address: string, alias: Alias): void {
    if (address.length > 300) return
    if (this.#aliases.size >= maximumAliases) this.#aliases.clear()
    this.#aliases.set(address, alias)
  }

  #find(key: string): KeptAnswer | undefined {
    const answer = this.#kept.get(key)
    // An expired entry stays until it is replaced, in case the database becomes unavailable.
    if (!answer || !this.#usable || answer.expiresAt <= this.#options.clock.now().getTime()) return undefined
    // Moves the entry to the end of the queue; not needed while there is plenty of room.
    if (this.#bytes > this.#options.maximumBytes / 2) {
      this.#kept.delete(key)
      this.#kept.set(key, answer)
    }
    return answer
  }

  /** The last cached response, marked with its age. */
  #findStale(key: string): KeptAnswer | undefined {
    const answer = this.#kept.get(key)
    const age = answer ? Math.max(0, this.#options.clock.now().getTime() - answer.madeAt) : Infinity
    return answer && age <= longestStale ? { ...answer, staleSeconds: Math.round(age / 1_000) } : undefined
  }

  #forget(key: string, answer: KeptAnswer): void {
    this.#kept.delete(key)
    this.#bytes -= answer.bytes
  }

  /**
   * The cached response, or the one that `make` returns; at most one `make` per key runs at a time. Failures are not
   * cached. `allow` is called for a request that needs `make`; its error goes to that request only, not to others
   * that wait for the same key. While the database is unavailable, the last cached response is returned, unless the
   * caller would build something new from it.
   */
  async get(
    key: string,
    make: () => Promise<PublicAnswer>,
    { allow, mayBeStale = true }: { allow?: () => void; mayBeStale?: boolean } = {},
  ): Promise<KeptAnswer> {
    const { onLookUp } = this.#options
    const ready = this.#find(key)
    if (ready) {
      onLookUp('hit')
      return ready
    }
    const stale = mayBeStale ? this.#findStale(key) : undefined
    if (stale && performance.now() < this.#awayUntil) {
      onLookUp('stale')
      return stale
    }
    try {
      const underWay = this.#underWay.get(key)
      onLookUp(underWay ? 'shared' : 'miss')
      if (!underWay) allow?.()
      const answer = await (underWay ?? this.#begin(key, make))
      if (answer.status !== 503) return answer
      this.#awayUntil = performance.now() + awayMilliseconds
      return stale ?? answer
    } catch (error) {
      if (!isDatabaseAway(error)) throw error
      this.#awayUntil = performance.now() + awayMilliseconds
      if (stale) return stale
      throw error
    }
  }

  /** Caches a fact that many responses share, such as the number of articles; for as long as responses. */
  async remember<Fact>(key: string, find: () => Promise<Fact>): Promise<Fact> {
    const now = this.#options.clock.now()
    const facts = this.#facts.get(key)
    if (facts && facts.expiresAt > now.getTime()) return facts.value as Fact
    const generation = this.#generation
    const { expiresAt } = await this.#lifeFrom(now)
    const value = await find()
    if (this.#facts.size >= maximumFacts) this.#facts.clear()
    if (this.#usable && generation === this.#generation) this.#facts.set(key, { value, expiresAt })
    return value
  }

  async #begin(key: string, make: () => Promise<PublicAnswer>): Promise<KeptAnswer> {
    const generation = this.#generation
    const making = this.#make(make).then(({ answer, keep }) => {
      if (keep && this.#usable && generation === this.#generation) this.#keep(key, answer)
      // The database works while notifications are lost: cached responses may be wrong by now.
      if (!this.#usable && answer.status !== 503) this.drop()
      return answer
    })
    this.#underWay.set(key, making)
    try {
      return await making
    } finally {
      if (this.#underWay.get(key) === making) this.#underWay.delete(key)
    }
  }

  async #make(make: () => Promise<PublicAnswer>): Promise<{ answer: KeptAnswer; keep: boolean }> {
    const { expiresAt, nextChangeAt } = await this.#lifeFrom(this.#options.clock.now())
    const fresh = await make()
    const answer = this.prepare(fresh, expiresAt, fresh.status === 200 ? nextChangeAt : undefined)
    return { answer, keep: fresh.keep ?? fresh.status === 200 }
  }

  async #lifeFrom(now: Date): Promise<{ expiresAt: number; nextChangeAt: number }> {
    const nextChangeAt = (await this.#upcomingChange(now))?.getTime() ?? Infinity
    return { expiresAt: Math.min(now.getTime() + longestKeep, nextChangeAt), nextChangeAt }
  }

  async #upcomingChange(now: Date): Promise<Date | undefined> {
    // The remembered moment may have passed; then it is read again.
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const nextChange = (this.#nextChange ??= this.#options.nextChange(now))
      let isUsable = false
      try {
        const next = await nextChange
        isUsable = !next || next > now
        if (isUsable) return next
      } finally {
        if (!isUsable && this.#nextChange === nextChange) this.#nextChange = undefined
      }
    }
    // If the result is in the past again, there are no more retries; the response is cached for the shortest time.
    return new Date(now.getTime() + 1)
  }

  /** Builds the headers of each encoding; compresses an encoding once, when it is first requested. */
  prepare(answer: PublicAnswer, expiresAt: number, nextChangeAt?: number): KeptAnswer {
    const body = typeof answer.body === 'string' ? Buffer.from(answer.body) : answer.body
    // Browsers do not ask again for what they may not store.
    const isStored = answer.headers['cache-control'] !== 'no-store'
    const etag = isStored ? `W/"${hash('sha256', body, 'base64url').slice(0, 22)}"` : undefined
    const vary = ['accept-encoding', ...(answer.headers.vary ? [answer.headers.vary] : [])].join(', ')
    const always = {
      ...startOfHeaders,
      ...this.#options.securityHeaders,
      ...answer.headers,
      ...(etag && { etag }),
      vary,
    }
    const headersOf = (bytes: Buffer, encoding?: Compression): string[] =>
      Object.entries({
        ...always,
        ...(encoding && { 'content-encoding': encoding }),
        'content-length': String(bytes.length),
      }).flat()
    const variants: KeptAnswer['variants'] = { identity: { headers: headersOf(body), body } }
    return {
      status: answer.status,
      etag,
      notModified: etag === undefined ? [] : Object.entries(always).flat(),
      variants,
      compress: (encoding) =>
        (variants[encoding] = compress(body, encoding).then(
          (bytes) =>
            (variants[encoding] = {
              headers: headersOf(bytes, encoding),
              body: bytes.length > largeBytes ? bytes : bytes.toString('latin1'),
            }),
        )),
      madeAt: this.#options.clock.now().getTime(),
      expiresAt,
      nextChangeAt: isStored ? nextChangeAt : undefined,
      isSteady: answer.isSteady ?? false,
      // Both compressed forms together are smaller than the plain one.
      bytes: 2 * body.length + 4_096,
    }
  }

  #keep(key: string, answer: KeptAnswer): void {
    if (answer.bytes > this.#options.maximumBytes / 8) return
    const before = this.#kept.get(key)
    if (before) this.#forget(key, before)
    this.#kept.set(key, answer)
    this.#bytes += answer.bytes
    for (const [oldest, old] of this.#kept) {
      if (this.#bytes <= this.#options.maximumBytes) break
      this.#forget(oldest, old)
    }
  }
}

const encodingOf = (accepted: string | undefined): Encoding => {
  if (!accepted) return 'identity'
  if (/\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(accepted)) return 'br'
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(accepted) ? 'gzip' : 'identity'
}

const matches = (header: string, etag: string): boolean =>
  header === '*' || header.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === etag.slice(2))

/** Marks an outdated response with its age. */
const staleMark = ({ staleSeconds }: KeptAnswer): string[] =>
  staleSeconds === undefined ? [] : ['warning', '110 - "Response is Stale"', 'age', String(staleSeconds)]

const paced = new PacedWriter()

/** The headers for a response that caches of others may share. */
const sharedHeaders = (headers: string[], answer: KeptAnswer, namedBy: LanguageSource, now: number): string[] => {
  const { isSteady, nextChangeAt = 0, staleSeconds } = answer
  const state = { isSteady, nextChangeAt, isOutdated: staleSeconds !== undefined }
  const changed = headers.slice()
  changed[1] = sharedCacheControl(state, namedBy, now)
  changed[3] = sharedVary[namedBy]
  return changed
}

/** Present: caches of others may share the response. */
interface Sharing {
  namedBy: LanguageSource | undefined
  now: Date
}

export const writeAnswer = (
  answer: KeptAnswer,
  request: IncomingMessage,
  response: ServerResponse,
  sharing?: Sharing,
): void => {
  const namedBy = answer.nextChangeAt === undefined ? undefined : sharing?.namedBy
  const finished = (headers: string[]): string[] =>
    namedBy ? sharedHeaders(headers, answer, namedBy, sharing!.now.getTime()) : headers
  const mark = staleMark(answer)
  const tags = request.headers['if-none-match']
  if (tags && answer.etag && answer.status === 200 && matches(tags, answer.etag)) {
    response.writeHead(304, [...finished(answer.notModified), ...mark]).end()
    return
  }
  const send = ({ headers, body }: Variant): void => {
    const all = finished(headers)
    response.writeHead(answer.status, mark.length > 0 ? [...all, ...mark] : all)
    if (request.method === 'HEAD') response.end()
    else if (typeof body === 'string') response.end(body, 'latin1')
    else paced.end(response, body)
  }
  const encoding = encodingOf(request.headers['accept-encoding'])
  const { variants } = answer
  const form = encoding === 'identity' ? variants.identity : (variants[encoding] ?? answer.compress(encoding))
  if (form instanceof Promise) form.then(send, () => send(variants.identity))
  else send(form)
}
