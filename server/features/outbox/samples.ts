import { channels } from '@lectern/contract/accounts/account-values.ts'
import type { Database } from '../../platform/database/connect.ts'
import { sample, type Sample } from '../../platform/metrics/metrics.ts'
import { measuredStates, measureLetters } from './queries.ts'

/** How many letters wait and have failed, and how long the oldest has waited. */
export const letterSamples = async (db: Database, now: Date): Promise<Sample[]> => {
  const rows = await measureLetters(db, now)
  const totalOf = (channel: string, state: string): number =>
    rows.find((row) => row.channel === channel && row.state === state)?.total ?? 0
  return [
    ...channels.flatMap((channel) =>
      measuredStates.map((state) => sample('lectern_outbox', { channel, state }, totalOf(channel, state))),
    ),
    sample('lectern_outbox_oldest_seconds', {}, Math.max(0, ...rows.map(({ oldestSeconds }) => oldestSeconds ?? 0))),
  ]
}
