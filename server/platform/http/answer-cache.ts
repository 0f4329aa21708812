import { hash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Clock } from '../clock.ts'
import { isDatabaseAway } from '../database/connect.ts'
import { PacedWriter } from './paced-writer.ts'

/** A finished response that is the same for everybody with the same language. */
export interface PublicAnswer {
  status: number
  headers: Record<string, string>
  body: string | Buffer
  /** Cached although it is no success, such as the page for an unknown address. */
  keep?: boolean
}

type Compression = 'gzip' | 'br'
type Encoding = 'identity' | Compression

interface Variant {
  /** Flat names and values, in the form that `writeHead` sends without further work. */
  headers: string[]
  body: Buffer
}

export interface KeptAnswer {
  status: number
  /** Absent if browsers may not store it. */
  etag: string | undefined
  notModified: string[]
  variants: { identity: Variant } & Partial<Record<Compression, Variant | Promise<Variant>>>
  /** Called when an encoding is first requested: most responses are needed in one, those that only pages read in none. */
  compress(encoding: Compression): Promise<Variant>
  madeAt: number
  expiresAt: number
  bytes: number
  /** Set if it is outdated because nothing newer can be made: its age in seconds. */
  staleSeconds?: number
}

interface Options {
  clock: Clock
  securityHeaders: Record<string, string>
  /** The next moment at which content changes by time alone. */
  nextChange: (now: Date) => Promise<Date | undefined>
  maximumBytes?: number
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

const maximumAliases = 5_000
const maximumFacts = 1_000

/**
 * Caches public pages and data as finished bytes until content changes. One render at a time per key. Everything is
 * dropped at once, because publishing is rare and a missed dependency would show a wrong page.
 */
export class AnswerCache {
  readonly #options: Required<Options>
  readonly #kept = new Map<string, KeptAnswer>()
  readonly #aliases = new Map<string, string>()
  readonly #underWay = new Map<string, Promise<KeptAnswer>>()
  readonly #facts = new Map<string, { value: unknown; expiresAt: number }>()
  #bytes = 0
  #generation = 0
  #usable = true
  /** On the clock of `performance`. */
  #awayUntil = 0
  #nextChange: Promise<Date | undefined> | undefined

  constructor(options: Options) {
    this.#options = { maximumBytes: 64 * 1024 * 1024, ...options }
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

  /** The cached response of an address as typed, if it is known to be equivalent. */
  findAlias(address: string): KeptAnswer | undefined {
    const key = this.#aliases.get(address)
    return key === undefined ? undefined : this.#find(key)
  }

  addAlias(address: string, key: string): void {
    if (address.length > 300) return
    if (this.#aliases.size >= maximumAliases) this.#aliases.clear()
    this.#aliases.set(address, key)
  }

  #find(key: string): KeptAnswer | undefined {
    const kept = this.#kept.get(key)
    // An expired entry stays until it is replaced, in case the database becomes unavailable.
    if (!kept || !this.#usable || kept.expiresAt <= this.#options.clock.now().getTime()) return undefined
    // Moves the entry to the end of the queue; not needed while there is plenty of room.
    if (this.#bytes > this.#options.maximumBytes / 2) {
      this.#kept.delete(key)
      this.#kept.set(key, kept)
    }
    return kept
  }

  /** The last cached response, marked with its age. */
  #findStale(key: string): KeptAnswer | undefined {
    const kept = this.#kept.get(key)
    const age = kept ? Math.max(0, this.#options.clock.now().getTime() - kept.madeAt) : Infinity
    return kept && age <= longestStale ? { ...kept, staleSeconds: Math.round(age / 1_000) } : undefined
  }

  #forget(key: string, kept: KeptAnswer): void {
    this.#kept.delete(key)
    this.#bytes -= kept.bytes
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
    const ready = this.#find(key)
    if (ready) return ready
    const stale = mayBeStale ? this.#findStale(key) : undefined
    if (stale && performance.now() < this.#awayUntil) return stale
    try {
      const underWay = this.#underWay.get(key)
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
    const known = this.#facts.get(key)
    if (known && known.expiresAt > now.getTime()) return known.value as Fact
    const generation = this.#generation
    const expiresAt = await this.#expiry(now)
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
    const expiresAt = await this.#expiry(this.#options.clock.now())
    const made = await make()
    const answer = this.prepare(made, expiresAt)
    return { answer, keep: made.keep ?? made.status === 200 }
  }

  async #expiry(now: Date): Promise<number> {
    const nextChange = await this.#upcomingChange(now)
    return Math.min(now.getTime() + longestKeep, nextChange?.getTime() ?? Infinity)
  }

  async #upcomingChange(now: Date): Promise<Date | undefined> {
    // The remembered moment may have passed; then it is read again.
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const asked = (this.#nextChange ??= this.#options.nextChange(now))
      let isUsable = false
      try {
        const next = await asked
        isUsable = !next || next > now
        if (isUsable) return next
      } finally {
        if (!isUsable && this.#nextChange === asked) this.#nextChange = undefined
      }
    }
    // If the result is in the past again, there are no more retries; the response is cached for the shortest time.
    return new Date(now.getTime() + 1)
  }

  /** Builds the headers of each encoding; compresses an encoding once, when it is first requested. */
  prepare(answer: PublicAnswer, expiresAt: number): KeptAnswer {
    const body = typeof answer.body === 'string' ? Buffer.from(answer.body) : answer.body
    // Browsers do not ask again for what they may not store.
    const isStored = answer.headers['cache-control'] !== 'no-store'
    const etag = isStored ? `W/"${hash('sha256', body, 'base64url').slice(0, 22)}"` : undefined
    const vary = ['accept-encoding', ...(answer.headers.vary ? [answer.headers.vary] : [])].join(', ')
    const shared = {
      'cache-control': 'no-cache',
      ...this.#options.securityHeaders,
      ...answer.headers,
      ...(etag && { etag }),
      vary,
    }
    const variant = (bytes: Buffer, encoding?: Compression): Variant => ({
      body: bytes,
      headers: Object.entries({
        ...shared,
        ...(encoding && { 'content-encoding': encoding }),
        'content-length': String(bytes.length),
      }).flat(),
    })
    const variants: KeptAnswer['variants'] = { identity: variant(body) }
    return {
      status: answer.status,
      etag,
      notModified: etag === undefined ? [] : Object.entries(shared).flat(),
      variants,
      compress: (encoding) =>
        (variants[encoding] = compress(body, encoding).then(
          (bytes) => (variants[encoding] = variant(bytes, encoding)),
        )),
      madeAt: this.#options.clock.now().getTime(),
      expiresAt,
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

export const writeAnswer = (answer: KeptAnswer, request: IncomingMessage, response: ServerResponse): void => {
  const mark = staleMark(answer)
  const known = request.headers['if-none-match']
  if (known && answer.etag && answer.status === 200 && matches(known, answer.etag)) {
    response.writeHead(304, [...answer.notModified, ...mark]).end()
    return
  }
  const send = ({ headers, body }: Variant): void => {
    response.writeHead(answer.status, mark.length > 0 ? [...headers, ...mark] : headers)
    if (request.method === 'HEAD') response.end()
    else paced.end(response, body)
  }
  const encoding = encodingOf(request.headers['accept-encoding'])
  const { variants } = answer
  const form = encoding === 'identity' ? variants.identity : (variants[encoding] ?? answer.compress(encoding))
  if (form instanceof Promise) form.then(send, () => send(variants.identity))
  else send(form)
}
