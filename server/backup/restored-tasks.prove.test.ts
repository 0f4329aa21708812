import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { enqueueTask } from '../features/tasks/service.ts'
import { task } from '../features/tasks/tables.ts'
import { connect } from '../platform/database/connect.ts'
import { createDatabase } from '../testing/database.ts'
import { temporaryStorage } from '../testing/files.ts'
import { eventually, fixedNow, startSite } from '../testing/site.ts'
import { checkBackup } from './read-backup.ts'
import { restoreBackup } from './restore-backup.ts'
import { writeBackup } from './write-backup.ts'

test('a task that waited when the backup was written runs on the restored site, although backups hold no queue', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-restored-'))
  const archive = join(folder, 'site.tar.gz')
  const source = await startSite()
  const id = await enqueueTask(source.asProgram(), { kind: 'inspect', input: { file: 'one' }, subject: 'lesson.pdf' })
  await writeBackup({ pool: source.pool, storage: undefined, now: fixedNow }, archive)
  await source.close()

  const databaseUrl = await createDatabase('template0')
  const { pool, close } = connect(databaseUrl, () => undefined)
  await restoreBackup({ pool, storage: await temporaryStorage() }, archive, await checkBackup(archive))
  await close()

  const inputs: unknown[] = []
  const taskRunners = { inspect: async (_ctx: unknown, { input }: { input: unknown }) => void inputs.push(input) }
  const restored = await startSite({ databaseUrl, withTasks: true, taskRunners })
  await eventually(async () =>
    expect(await restored.db.select({ id: task.id, state: task.state }).from(task)).toEqual([{ id, state: 'done' }]),
  )
  expect(inputs).toEqual([{ file: 'one' }])
  await restored.close()
  await rm(folder, { recursive: true, force: true })
})
