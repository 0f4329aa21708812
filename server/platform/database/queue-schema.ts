import type pg from 'pg'

/** The revision of the queue's schema that the installed graphile-worker makes. */
export const queueRevision = 20

/** The revision in this database; 0: it has no queue. */
export const findQueueRevision = async (client: Pick<pg.Pool, 'query'>): Promise<number> => {
  const { rows } = await client.query<{ exists: boolean }>(
    `select to_regclass('graphile_worker.migrations') is not null as exists`,
  )
  if (!rows[0]!.exists) return 0
  const revisions = await client.query<{ last: number | null }>(
    'select max(id) as last from graphile_worker.migrations',
  )
  return revisions.rows[0]!.last ?? 0
}

/**
 * Creates or updates the schema of the task queue, with graphile-worker's own migrations. The library is loaded only if
 * there is something to do.
 */
export const installQueue = async (pool: pg.Pool): Promise<void> => {
  if ((await findQueueRevision(pool)) >= queueRevision) return
  const { Logger, runMigrations } = await import('graphile-worker')
  // Without a listener for new connections the library warns on the console; our clients handle their own errors.
  const onConnect = (): void => undefined
  pool.on('connect', onConnect)
  try {
    await runMigrations({ pgPool: pool, logger: new Logger(() => () => undefined) })
  } finally {
    pool.off('connect', onConnect)
  }
}
