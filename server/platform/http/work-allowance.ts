/** Requests that need work (not cached pages) from one network in a minute: a whole school may share one address. */
export const requestsPerMinute = 1_200

/** Bytes of JSON from one network in a minute. Files do not count: uploads have their own limits. */
export const bytesPerMinute = 32 * 1024 * 1024

const windowMilliseconds = 60_000
const maxNetworks = 20_000

interface Usage {
  requests: number
  bytes: number
  endsAt: number
}

/** The usage of each network in the current minute, in this process. */
export class WorkAllowance {
  readonly #usages = new Map<string, Usage>()

  /** Adds to the usage of a network; returns the seconds to wait if that exceeds the limit. */
  take(network: string, { requests = 0, bytes = 0 }: { requests?: number; bytes?: number }): number | undefined {
    const now = Date.now()
    const usage = this.#usageOf(network, now)
    usage.requests += requests
    usage.bytes += bytes
    const isAllowed = usage.requests <= requestsPerMinute && usage.bytes <= bytesPerMinute
    return isAllowed ? undefined : Math.max(1, Math.ceil((usage.endsAt - now) / 1_000))
  }

  #usageOf(network: string, now: number): Usage {
    const current = this.#usages.get(network)
    // A clock that was set back must not prolong the minute.
    if (current && current.endsAt > now && current.endsAt <= now + windowMilliseconds) return current
    const usage = { requests: 0, bytes: 0, endsAt: now + windowMilliseconds }
    // Deleted first, so that the oldest window is always the first of the map.
    this.#usages.delete(network)
    this.#usages.set(network, usage)
    if (this.#usages.size > maxNetworks) this.#usages.delete(this.#usages.keys().next().value!)
    return usage
  }
}
