import type { ServerResponse } from 'node:http'

/** So long a reader may take for an answer that is finished; a page at 20 KB in a second takes a few of these. */
const takingMilliseconds = 150_000

/** So long a stream may go on, such as the download of a film. */
const streamingMilliseconds = 12 * 60 * 60_000

interface Open {
  since: number
  /** When it was first seen to be finished. */
  finishedAt: number | undefined
}

/** Answers that are on their way. Whoever does not take an answer in time is disconnected, so that nobody can keep memory occupied. */
export class SlowReaders {
  readonly #open = new Map<ServerResponse, Open>()

  watch(response: ServerResponse, now: number): void {
    this.#open.set(response, { since: now, finishedAt: undefined })
    response.once('close', () => this.#open.delete(response))
  }

  /** Disconnects those who are too slow. */
  sweep(now: number): void {
    for (const [response, open] of this.#open) {
      if (response.writableEnded) open.finishedAt ??= now
      const isTooSlow =
        now - open.since > streamingMilliseconds ||
        (open.finishedAt !== undefined && now - open.finishedAt > takingMilliseconds)
      if (isTooSlow) response.socket?.destroy()
    }
  }
}
