import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Clock } from '../clock.ts'

/** A finished answer that is the same for everybody who asks in the same language. */
export interface PublicAnswer {
  status: number
  headers: Record<string, string>
  body: string
  /** Kept although it is no success, such as the page that says there is no such page. */
  keep?: boolean
}

type Encoding = 'identity' | 'gzip' | 'br'

interface Variant {
  /** Flat names and values, as `writeHead` sends them without further work. */
  headers: string[]
  body: Buffer
}

export interface KeptAnswer {
  status: number
  etag: string
  notModified: string[]
  variants: Record<Encoding, Variant>
  expiresAt: number
  bytes: number
}

interface Options {
  clock: Clock
  securityHeaders: Record<string, string>
  /** The next moment at which content changes by time alone. */
  nextChange: (now: Date) => Promise<Date | undefined>
  maximumBytes?: number
}

const compress = { br: promisify(brotliCompress), gzip: promisify(gzip) }
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }

/** Counters on a page may be this old. */
const longestKeep = 60_000

const maximumAliases = 5_000

/**
 * Public pages and public data, kept as ready bytes until content changes. One render at a time per key; everything is
 * dropped at once, because a publish is rare and a missed dependency would be a wrong page.
 */
export class AnswerCache {
  readonly #options: Required<Options>
  readonly #kept = new Map<string, KeptAnswer>()
  readonly #aliases = new Map<string, string>()
  readonly #underWay = new Map<string, Promise<KeptAnswer>>()
  #bytes = 0
  #generation = 0
  #usable = true
  #nextChange: Promise<Date | undefined> | undefined

  constructor(options: Options) {
    this.#options = { maximumBytes: 64 * 1024 * 1024, ...options }
  }

  /** Content changed: nothing made before this moment is served or kept any more. */
  drop(): void {
    this.#generation += 1
    this.#kept.clear()
    this.#aliases.clear()
    this.#underWay.clear()
    this.#nextChange = undefined
    this.#bytes = 0
  }

  /** While changes cannot be heard of, nothing is kept. */
  suspend(): void {
    this.#usable = false
    this.drop()
  }

  resume(): void {
    this.#usable = true
    this.drop()
  }

  /** The answer under the address as it was typed, if that is known to be the same as a kept one. */
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
    if (!kept) return undefined
    if (kept.expiresAt > this.#options.clock.now().getTime()) return kept
    this.#forget(key, kept)
    return undefined
  }

  #forget(key: string, kept: KeptAnswer): void {
    this.#kept.delete(key)
    this.#bytes -= kept.bytes
  }

  /** The kept answer, or the one that `make` gives; at most one `make` per key runs at a time. Failures are not kept. */
  async get(key: string, make: () => Promise<PublicAnswer>): Promise<KeptAnswer> {
    const kept = this.#find(key) ?? this.#underWay.get(key)
    if (kept) return kept
    const generation = this.#generation
    const making = this.#make(make).then(({ answer, keep }) => {
      if (keep && this.#usable && generation === this.#generation) this.#keep(key, answer)
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
    const now = this.#options.clock.now()
    const nextChange = await this.#upcomingChange(now)
    const made = await make()
    const answer = await this.prepare(made, Math.min(now.getTime() + longestKeep, nextChange?.getTime() ?? Infinity))
    return { answer, keep: made.keep ?? made.status === 200 }
  }

  async #upcomingChange(now: Date): Promise<Date | undefined> {
    this.#nextChange ??= this.#options.nextChange(now)
    const asked = this.#nextChange
    try {
      const next = await asked
      if (!next || next > now) return next
    } catch (error) {
      if (this.#nextChange === asked) this.#nextChange = undefined
      throw error
    }
    if (this.#nextChange === asked) this.#nextChange = undefined
    return this.#upcomingChange(now)
  }

  /** Compresses once and writes the headers of each form of the answer. */
  async prepare(answer: PublicAnswer, expiresAt: number): Promise<KeptAnswer> {
    const identity = Buffer.from(answer.body)
    const [br, gz] = await Promise.all([compress.br(identity, brotliOptions), compress.gzip(identity)])
    const etag = `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`
    const shared = { 'cache-control': 'no-cache', ...this.#options.securityHeaders, ...answer.headers, etag }
    const vary = ['accept-encoding', ...(answer.headers.vary ? [answer.headers.vary] : [])].join(', ')
    const variant = (body: Buffer, encoding: Encoding): Variant => ({
      body,
      headers: Object.entries({
        ...shared,
        vary,
        ...(encoding !== 'identity' && { 'content-encoding': encoding }),
        'content-length': String(body.length),
      }).flat(),
    })
    return {
      status: answer.status,
      etag,
      notModified: Object.entries({ ...shared, vary }).flat(),
      variants: { identity: variant(identity, 'identity'), gzip: variant(gz, 'gzip'), br: variant(br, 'br') },
      expiresAt,
      bytes: identity.length + br.length + gz.length + 4_096,
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

export const writeAnswer = (answer: KeptAnswer, request: IncomingMessage, response: ServerResponse): void => {
  const known = request.headers['if-none-match']
  if (known && answer.status === 200 && matches(known, answer.etag)) {
    response.writeHead(304, answer.notModified).end()
    return
  }
  const { headers, body } = answer.variants[encodingOf(request.headers['accept-encoding'])]
  response.writeHead(answer.status, headers)
  response.end(body)
}
