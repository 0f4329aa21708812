import pg from 'pg'

export interface Subscription {
  close(): Promise<void>
}

interface Listener {
  /** After every (re)connection: anything may have changed meanwhile. */
  onConnect(): void
  /** What to do with the payload of each channel. */
  channels: Readonly<Record<string, (payload: string) => void>>
  onLost(error: Error): void
}

const retryMilliseconds = 500

/** Keeps one connection that LISTENs on some channels, and connects again whenever it is lost. */
export const listen = async (url: string, listener: Listener): Promise<Subscription> => {
  let client: pg.Client | undefined
  let closed = false
  let retry: NodeJS.Timeout | undefined

  const lost = (error: Error): void => {
    if (closed || (!client && retry)) return
    client?.end().catch(() => {})
    client = undefined
    listener.onLost(error)
    retry = setTimeout(() => {
      retry = undefined
      open().catch(lost)
    }, retryMilliseconds)
  }

  const open = async (): Promise<void> => {
    const candidate = new pg.Client({
      connectionString: url,
      application_name: 'lectern listener',
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
    })
    client = candidate
    candidate.on('error', (error) => client === candidate && lost(error))
    candidate.on('end', () => client === candidate && lost(new Error('the listening connection ended')))
    candidate.on('notification', ({ channel, payload }) => listener.channels[channel]?.(payload ?? ''))
    await candidate.connect()
    for (const channel of Object.keys(listener.channels))
      await candidate.query(`listen ${pg.escapeIdentifier(channel)}`)
    listener.onConnect()
  }

  await open()
  return {
    close: async () => {
      closed = true
      clearTimeout(retry)
      await client?.end()
    },
  }
}
