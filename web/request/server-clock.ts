/** Returns the server's time in milliseconds since 1970, independent of the browser's clock. */
export type ServerClock = () => number

interface ClockHost {
  fetch: typeof fetch
  /** Milliseconds of a monotonic clock. */
  elapsed: () => number
}

/** The Date header has full seconds, so the true time is half a second later on average. */
const half = 500

/** Requests the server's time, assuming that the response was sent after half the round trip. */
export const readServerClock = async ({ fetch, elapsed }: ClockHost): Promise<ServerClock> => {
  const sentAt = elapsed()
  const { headers } = await fetch('/livez', { method: 'HEAD', cache: 'no-store' })
  const arrivedAt = elapsed()
  const serverTime = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(serverTime)) throw new Error('the server does not say what time it is')
  const offset = serverTime + half - (sentAt + arrivedAt) / 2
  return () => elapsed() + offset
}
