const flushMilliseconds = 5_000

/** Counts reads in memory and writes them in batches, so that a read costs no write. */
export class BatchedCounter<Id extends string> {
  readonly #write: (counts: ReadonlyMap<Id, number>) => Promise<void>
  readonly #onFailure: (error: unknown) => void
  readonly #timer: NodeJS.Timeout
  #counts = new Map<Id, number>()

  #isFailing = false

  /** `onFailure` gets only the first failure, until writing succeeds again. */
  constructor(write: (counts: ReadonlyMap<Id, number>) => Promise<void>, onFailure: (error: unknown) => void) {
    this.#write = write
    this.#onFailure = onFailure
    this.#timer = setInterval(() => void this.flush(), flushMilliseconds).unref()
  }

  add(id: Id): void {
    // Ids in addresses may be typed in any case.
    const key = id.toLowerCase() as Id
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
      // Kept for the next batch.
      for (const [id, count] of counts) this.#counts.set(id, (this.#counts.get(id) ?? 0) + count)
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.flush()
  }
}
