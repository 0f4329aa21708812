import { channels } from '@lectern/contract/accounts/account-values.ts'
import { sql } from '../../platform/database/drizzle.ts'
import type { Feature } from '../../platform/feature.ts'
import { daysBefore } from '../../platform/moments.ts'
import { outboxData } from './personal-data.ts'
import { outboxRoutes } from './routes.ts'
import { letterSamples } from './samples.ts'
import { createOutboxSender } from './sender.ts'
import { lettersKeptDays } from './service.ts'
import { outbox } from './tables.ts'

export const outboxFeature: Feature = {
  name: 'outbox',
  start: ({ db, clock, installation, carriers, siteTitle, log, report }) => {
    const sender = createOutboxSender({
      db,
      clock,
      carriers,
      siteTitle,
      address: installation.address,
      get demo() {
        return installation.demo
      },
      log,
      report: report('what became of a letter cannot be written down; it goes out again'),
    })
    const facts = {
      siteTitle,
      address: installation.address,
      get channels() {
        return channels.filter((channel) => carriers[channel])
      },
    }
    return {
      routes: (http) => outboxRoutes(http, facts),
      // A change of settings may have added a mail server.
      jobs: [{ name: 'outbox', everyMilliseconds: 15_000, wokenBy: ['outbox', 'setting'], run: sender.run }],
      samples: () => letterSamples(db, clock.now()),
      stop: sender.stop,
      close: sender.settled,
    }
  },
  menuCounts: {
    outbox: { duty: 'system', select: () => sql`select 1 from ${outbox} where ${outbox.state} = 'failed'` },
  },
  sweep: {
    expired: (now) => [
      { table: sql`outbox`, where: sql`created_at <= ${daysBefore(now, lettersKeptDays)} and state <> 'waiting'` },
    ],
  },
  demo: { tables: ['outbox'] },
  personalData: outboxData,
}
