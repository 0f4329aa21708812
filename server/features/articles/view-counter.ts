import type { NewsId } from '@lectern/contract/ids.ts'

const flushMilliseconds = 5_000

/** Adds up views in memory and writes them together, so that reading an article costs no write. */
export class ViewCounter {
  readonly #write: (counts: ReadonlyMap<NewsId, number>) => Promise<void>
  readonly #onFailure: (error: unknown) => void
  readonly #timer: NodeJS.Timeout
  #counts = new Map<NewsId, number>()

  #isFailing = false

  /** `onFailure` is told of the first failure only, until writing succeeds again. */
  constructor(write: (counts: ReadonlyMap<NewsId, number>) => Promise<void>, onFailure: (error: unknown) => void) {
    this.#write = write
    this.#onFailure = onFailure
    this.#timer = setInterval(() => void this.flush(), flushMilliseconds).unref()
  }

  add(id: NewsId): void {
    // Addresses may be typed in any case; there is one article behind them.
    const key = id.toLowerCase() as NewsId
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1)
  }

  async flush(): Promise<void> {
    if (this.#counts.size === 0) return
    const counts = this.#counts
    this.#counts = new Map()
    try {
      await this.#write(counts)
      this.#isFailing = false
    } catch (error) {
      if (!this.#isFailing) this.#onFailure(error)
      this.#isFailing = true
      // These views wait for the next turn.
      for (const [id, views] of counts) this.#counts.set(id, (this.#counts.get(id) ?? 0) + views)
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.flush()
  }
}
