import type { ServerResponse } from 'node:http'

/** Max time to read a finished response; a page at 20 KB/s takes a few seconds. */
const takingMilliseconds = 150_000

/** Max duration of a stream, such as the download of a video. */
const streamingMilliseconds = 12 * 60 * 60_000

interface Open {
  since: number
  /** When it was first seen as finished. */
  finishedAt: number | undefined
}

/** Responses being sent. A client that does not read in time is disconnected, so that it cannot occupy memory. */
export class SlowReaders {
  readonly #open = new Map<ServerResponse, Open>()

  watch(response: ServerResponse, now: number): void {
    this.#open.set(response, { since: now, finishedAt: undefined })
    response.once('close', () => this.#open.delete(response))
  }

  /** Disconnects clients that are too slow. */
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
