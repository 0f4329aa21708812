/** Gives the server's time, in milliseconds since 1970, whatever the browser's own clock says. */
export type ServerClock = () => number

interface ClockHost {
  fetch: typeof fetch
  /** Milliseconds of a monotonic clock. */
  elapsed: () => number
}

/** The header names full seconds: on average it is half a second later. */
const half = 500

/** Asks the server what time it is; the answer was written about half-way between question and arrival. */
export const readServerClock = async ({ fetch, elapsed }: ClockHost): Promise<ServerClock> => {
  const asked = elapsed()
  const { headers } = await fetch('/livez', { method: 'HEAD', cache: 'no-store' })
  const arrived = elapsed()
  const said = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(said)) throw new Error('the server does not say what time it is')
  const offset = said + half - (asked + arrived) / 2
  return () => elapsed() + offset
}
