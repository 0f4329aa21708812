import type { Database } from './database/connect.ts'
import { sql } from './database/drizzle.ts'

/** Counts by a key; the key names everything on which they depend but the tables. */
export type CountKept = <Counts>(key: string, count: () => Promise<Counts>) => Promise<Counts>

/** How many keys are kept: the current edition has a handful. */
const most = 100

interface Turn {
  running: Promise<unknown>
  next: Promise<unknown> | undefined
}

/** Of the tables that are watched. */
interface Change {
  number: string
  /** Everything up to the number is in what is counted from now on. */
  isSettled: boolean
}

const lastChange = async (db: Database): Promise<Change> => {
  const { rows } = await db.execute<{ number: string; is_settled: boolean }>(
    sql`select change::text as number, is_settled from read_counted_change()`,
  )
  return { number: rows[0]!.number, isSettled: rows[0]!.is_settled }
}

/**
 * Counts of many rows, kept until one of the tables changes that `counted_change` watches: exactly as old as the last
 * change, in every process. While changes go on, those who ask at the same time share one computation, which begins
 * after they asked.
 */
export class KeptCounts {
  readonly #kept = new Map<string, { number: string; counts: unknown }>()
  readonly #turns = new Map<string, Turn>()

  /** For one request: asks once whether anything has changed. */
  of(db: Database): CountKept {
    let pending: Promise<Change> | undefined
    return async (key, count) => {
      const change = await (pending ??= lastChange(db))
      const last = this.#kept.get(key)
      // Whoever gives a key gives the same question with it.
      if (last?.number === change.number) return last.counts as Awaited<ReturnType<typeof count>>
      return this.#inTurn(key, async () => {
        const counts = await count()
        if (change.isSettled) this.#keep(key, { number: change.number, counts })
        return counts
      })
    }
  }

  #keep(key: string, kept: { number: string; counts: unknown }): void {
    if (this.#kept.size >= most) this.#kept.clear()
    this.#kept.set(key, kept)
  }

  /** One computation at a time; all who ask meanwhile share the next one. */
  #inTurn<Counts>(key: string, compute: () => Promise<Counts>): Promise<Counts> {
    const turn = this.#turns.get(key)
    if (!turn) return this.#start(key, compute)
    const start = () => this.#start(key, compute)
    turn.next ??= turn.running.then(start, start)
    return turn.next as Promise<Counts>
  }

  #start<Counts>(key: string, compute: () => Promise<Counts>): Promise<Counts> {
    const running = compute()
    const turn: Turn = { running, next: undefined }
    this.#turns.set(key, turn)
    const end = () => {
      if (!turn.next) this.#turns.delete(key)
    }
    running.then(end, end)
    return running
  }
}
