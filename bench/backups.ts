import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { checkBackup } from '../server/backup/read-backup.ts'
import { writeBackup } from '../server/backup/write-backup.ts'
import { migrate } from '../server/platform/database/migrate.ts'
import { openDatabase } from '../server/platform/database/open.ts'
import { createDiskStorage } from '../server/platform/storage/disk.ts'
import { readConfig } from '../server/config.ts'
import { endOnce, withFolder } from './processes.ts'
import type { Result } from './results.ts'

const filmBytes = 50 * 1024 ** 2
const films = 6
const gigabytes = (films * filmBytes) / 1024 ** 3
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }

interface Spent {
  /** Of this process. */
  processorSeconds: number
  seconds: number
}

const measure = async (work: () => Promise<unknown>): Promise<Spent> => {
  const [began, before] = [performance.now(), process.cpuUsage()]
  await work()
  const { user, system } = process.cpuUsage(before)
  return { processorSeconds: (user + system) / 1e6, seconds: (performance.now() - began) / 1000 }
}

/** The cost of backing up and verifying videos, which do not compress. */
export const measureBackups = (): Promise<Result[]> =>
  withFolder(async (folder) => {
    const database = await openDatabase(readConfig({ DATA_DIR: folder }), silent, () => undefined)
    const close = endOnce(database.close)
    try {
      const { pool } = database.connection
      await migrate(pool)
      const storage = createDiskStorage(join(folder, 'files'))
      for (let index = 0; index < films; index += 1) {
        const [id, content] = [randomUUID(), randomBytes(filmBytes)]
        await storage.put(`video/${id}`, content)
        await pool.query(
          `insert into file (id, owner_id, purpose, name, type, size, sha256, state, created_at)
           values ($1, gen_random_uuid(), 'video', 'film.mp4', 'video/mp4', $2, $3, 'stored', now())`,
          [id, content.length, createHash('sha256').update(content).digest()],
        )
      }
      const path = join(folder, 'site.tar.gz')
      const written = await measure(() => writeBackup({ pool, storage, now: new Date() }, path))
      const checked = await measure(() => checkBackup(path))
      return [
        {
          name: 'backups: processor time to write 1 GB of films',
          value: written.processorSeconds / gigabytes,
          unit: 's',
          target: { most: 15 },
        },
        {
          name: 'backups: processor time to check 1 GB of films',
          value: checked.processorSeconds / gigabytes,
          unit: 's',
          target: { most: 15 },
        },
        { name: 'backups: written per second', value: (gigabytes * 1024) / written.seconds, unit: 'MB' },
        { name: 'backups: checked per second', value: (gigabytes * 1024) / checked.seconds, unit: 'MB' },
      ]
    } finally {
      await close()
    }
  })
