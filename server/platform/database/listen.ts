import pg from 'pg'
import { Client } from './client.ts'

export interface Subscription {
  close(): Promise<void>
}

interface Listener {
  /** After every (re)connection: notifications may have been missed. */
  onConnect(): void
  /** The handler of each channel. */
  channels: Readonly<Record<string, (payload: string) => void>>
  onLost(error: Error): void
}

const retryMilliseconds = 500

/** A connection that only listens would never notice that the other end is gone. */
const heartbeatMilliseconds = 15_000

/** Keeps one connection that LISTENs on some channels, and reconnects when it is lost. */
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
    const candidate = new Client({
      connectionString: url,
      application_name: 'lectern listener',
      statement_timeout: 5_000,
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
  // The connection itself reports errors.
  const heartbeat = setInterval(() => client?.query('select 1').catch(() => undefined), heartbeatMilliseconds).unref()
  return {
    close: async () => {
      closed = true
      clearInterval(heartbeat)
      clearTimeout(retry)
      await client?.end()
    },
  }
}
