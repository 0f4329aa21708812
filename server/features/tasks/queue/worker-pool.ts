import pg from 'pg'

type OnConnect = Parameters<pg.Pool['connect']>[0]
type Release = Parameters<OnConnect>[2]

const once = (release: Release): Release => {
  let isReleased = false
  return (reason) => {
    if (isReleased) return
    isReleased = true
    release(reason)
  }
}

/**
 * The connections of the task queue's workers. graphile-worker releases its listening connection a second time when
 * that is lost while the workers shut down; pg throws there, which would end the whole process.
 */
export class WorkerPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>
  override connect(callback: OnConnect): void
  override connect(callback?: OnConnect): Promise<pg.PoolClient> | void {
    if (!callback) return super.connect()
    // Without a connection there is nothing to release.
    super.connect((error, client, release) => callback(error, client, client ? once(release) : release))
  }
}
