import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createWebhook, listWebhooks, resumeWebhook } from '@lectern/contract/webhooks/webhooks.ts'
import { expect, test } from 'vitest'
import { enqueueTask } from '../features/tasks/service.ts'
import { task } from '../features/tasks/tables.ts'
import { enqueueDeliveries } from '../features/webhooks/delivery.ts'
import { queueEvents } from '../features/webhooks/service.ts'
import { connect } from '../platform/database/connect.ts'
import { inTransaction } from '../platform/transaction.ts'
import { createDatabase } from '../testing/database.ts'
import { temporaryStorage } from '../testing/files.ts'
import { createPerson, english } from '../testing/people.ts'
import { startReceiver } from '../testing/receiver.ts'
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

test('a restored site tells no webhook of what waited, until an organiser lets it go on', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-restored-'))
  const archive = join(folder, 'site.tar.gz')
  const receiver = await startReceiver()
  // The same secret key.
  const config = { webhookAllow: [receiver.url], dataDirectory: folder }
  const deps = { rules: { allowed: new Set(config.webhookAllow) }, version: '1.0.0' }

  const source = await startSite({ config })
  const organiser = await createPerson(source, { access: 'admin' })
  const types = ['certificate.issued' as const]
  const body = { name: 'Register', url: `${receiver.url}/in`, types }
  const { id } = (await source.ask(createWebhook, { headers: english(organiser), body })).data
  await inTransaction(source.asProgram(), (ctx) => queueEvents(ctx, 'certificate.issued', [{ id: 'one' }]))
  await writeBackup({ pool: source.pool, storage: undefined, now: fixedNow }, archive)
  await source.close()

  const databaseUrl = await createDatabase('template0')
  const { pool, close } = connect(databaseUrl, () => undefined)
  const facts = await restoreBackup({ pool, storage: await temporaryStorage() }, archive, await checkBackup(archive))
  expect(facts.webhooks).toBe(1)
  await close()

  const restored = await startSite({ databaseUrl, withTasks: true, config })
  await enqueueDeliveries(restored.asProgram(), deps)
  expect(await restored.db.select().from(task)).toEqual([])
  const headers = english(await createPerson(restored, { access: 'admin' }))
  const [paused] = (await restored.ask(listWebhooks, { headers })).data.list
  expect(paused).toMatchObject({ state: 'paused', waiting: 1 })
  expect(receiver.received).toEqual([])

  await restored.ask(resumeWebhook, { headers, params: { id } })
  await enqueueDeliveries(restored.asProgram(), deps)
  await eventually(async () => expect(receiver.received.map(({ path }) => path)).toEqual(['/in']))
  await restored.close()
  await receiver.close()
  await rm(folder, { recursive: true, force: true })
})
