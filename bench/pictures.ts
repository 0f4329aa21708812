import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { findEmbeddedPostgres } from '../server/platform/database/embedded.ts'

/** Waits until the demo's pictures are processed, which takes memory and CPU and clears the page cache each time. */
export const untilPicturesMade = async (folder: string): Promise<void> => {
  const client = new pg.Client(await findEmbeddedPostgres(folder))
  await client.connect()
  try {
    const isDone = async () => (await client.query(`select from file where state = 'waiting'`)).rowCount === 0
    while (!(await isDone())) await sleep(200)
  } finally {
    await client.end()
  }
}
