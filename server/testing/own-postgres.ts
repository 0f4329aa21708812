import { setTimeout as sleep } from 'node:timers/promises'
import { installPages } from '../database/pages.ts'
import { connect } from '../platform/database/connect.ts'
import { chooseAccount } from '../platform/database/embedded-account.ts'
import { ensureCluster } from '../platform/database/embedded-cluster.ts'
import { launch, type Setup } from '../platform/database/embedded-launch.ts'
import { findPrograms } from '../platform/database/embedded-programs.ts'
import { startEmbeddedPostgres } from '../platform/database/embedded.ts'
import { migrate } from '../platform/database/migrate.ts'
import { fixedNow } from './fixed-now.ts'
import { freePort } from './free-port.ts'
import { overTcp } from './over-tcp.ts'
import { throwawaySettings } from './throwaway-settings.ts'

export interface OwnPostgres {
  /** Of a migrated database; the same at each start. */
  url: string
  start(): Promise<void>
  /** At once, as `pg_ctl stop -m immediate` does. */
  stop(): Promise<void>
}

const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
// Tests stop it, and nothing may be lost then.
const settings = { ...throwawaySettings, synchronous_commit: 'on' }

/** A PostgreSQL of one test, which stays away for as long as the test wants. It is not running yet. */
export const makeOwnPostgres = async (directory: string): Promise<OwnPostgres> => {
  const first = await startEmbeddedPostgres({ directory, log, onLost: () => undefined, settings })
  const preparing = connect(first.url, () => undefined)
  await migrate(preparing.pool)
  await installPages(preparing.db, fixedNow)
  await preparing.close()
  await first.stop()

  const { account, programs } = await chooseAccount(directory, await findPrograms())
  const cluster = await ensureCluster(directory, programs, account, { durable: false, onCreate: () => undefined })
  const setup: Setup = { programs, account, cluster, log, settings, hasSocket: false, stopping: false }
  const port = await freePort()
  const url = new URL(overTcp(first.url))
  url.port = String(port)
  let running: Awaited<ReturnType<typeof launch>> | undefined
  return {
    url: url.href,
    start: async () => {
      running = await launch(setup, () => Promise.resolve(port))
    },
    stop: async () => {
      if (!running) return
      const { child } = running
      running = undefined
      child.process.kill('SIGQUIT')
      while (!child.end) await sleep(10)
    },
  }
}
