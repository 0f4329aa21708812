import { text } from 'node:stream/consumers'
import type { FileId } from '@lectern/contract/ids.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { systemContext } from '../../../installation.ts'
import type { Ctx } from '../../../platform/context.ts'
import { newId } from '../../../platform/ids.ts'
import type { Storage } from '../../../platform/storage/storage.ts'
import { createPerson, type TestPerson } from '../../../testing/people.ts'
import { after, startSite, type TestSite } from '../../../testing/site.ts'
import { generateFile, storeFiles, sweepFiles } from '../service.ts'
import { file, upload } from '../tables.ts'
import { sweepUploads } from '../uploads/uploads.ts'

const hour = 3_600_000

let site: TestSite
let owner: TestPerson
let installation: Ctx['installation']
beforeEach(async () => {
  site = await startSite()
  owner = await createPerson(site)
  installation = site.asProgram().installation
})
afterEach(() => site.close())

/** The context of a task that runs while the clock goes on. */
const taskContext = (storage: Storage = installation.storage): Ctx =>
  systemContext({ db: site.db, clock: site.clock, installation: { ...installation, storage } })

const store = (ctx: Ctx, id: FileId): Promise<void> => {
  const files = [{ id, name: 'certificate.pdf', type: 'application/pdf', content: Buffer.from('printed') }]
  return storeFiles(ctx, { purpose: 'certificate', ownerId: owner.id, files }, async () => undefined)
}

const stateOf = async (id: FileId) => {
  const rows = await site.db.select({ id: file.id, state: file.state }).from(file)
  const content = await installation.storage.read(`certificate/${id}`)
  return { state: rows.find((row) => row.id === id)?.state, content: content && (await text(content)) }
}

test('a file that a long task stores is as old as its transaction, and no sweep takes it', async () => {
  const { storage } = installation
  const slow: Storage = {
    ...storage,
    put: async (key, content) => {
      await storage.put(key, content)
      await sweepFiles(site.db, storage, site.clock.now(), {})
    },
  }
  const ctx = taskContext(slow)
  site.clock.set(after(5 * hour))
  const id = newId<FileId>()
  await store(ctx, id)
  expect(await stateOf(id)).toEqual({ state: 'stored', content: 'printed' })
})

test('a sweep looks again: what became readable since it looked keeps its content', async () => {
  const { storage } = installation
  const [first, second] = [newId<FileId>(), newId<FileId>()]
  await store(taskContext(), first)
  await site.db.update(file).set({ state: 'removed' })
  const written = Promise.withResolvers<void>()
  const swept = Promise.withResolvers<void>()
  const late: Storage = {
    ...storage,
    put: async (key, content) => {
      await storage.put(key, content)
      written.resolve()
      await swept.promise
    },
  }
  site.clock.set(after(1))
  const storing = store(taskContext(late), second)
  await written.promise
  // The sweep has listed both, and is deleting the first, when the second becomes readable.
  const sweeping: Storage = {
    ...storage,
    remove: async (key) => {
      if (key === `certificate/${first}`) {
        swept.resolve()
        await storing
      }
      await storage.remove(key)
    },
  }
  await sweepFiles(site.db, sweeping, after(2 * hour), {})
  expect(await stateOf(first)).toEqual({ state: undefined, content: undefined })
  expect(await stateOf(second)).toEqual({ state: 'stored', content: 'printed' })
})

test('a writer whose file is being swept fails, instead of naming content that is gone', async () => {
  const { storage } = installation
  const id = newId<FileId>()
  const written = Promise.withResolvers<void>()
  const swept = Promise.withResolvers<void>()
  const late: Storage = {
    ...storage,
    put: async (key, content) => {
      await storage.put(key, content)
      written.resolve()
      await swept.promise
    },
  }
  const outcome = store(taskContext(late), id).catch((error: unknown) => error)
  await written.promise
  const sweeping: Storage = {
    ...storage,
    remove: async (key) => {
      swept.resolve()
      await storage.remove(key)
    },
  }
  await sweepFiles(site.db, sweeping, after(2 * hour), {})
  expect(await outcome).toEqual(new Error('A file that was written has been deleted meanwhile'))
  expect(await stateOf(id)).toEqual({ state: undefined, content: undefined })
})

const archiveOf = (pieces: AsyncGenerator<Buffer>) =>
  ({
    purpose: 'bundle',
    name: 'all.zip',
    type: 'application/zip',
    ownerId: owner.id,
    maxBytes: 30 * 1024 ** 2,
    writer: 'task of days',
    pieces,
  }) as const

/** What there is of files, complete or not. */
const everyFile = async () => ({
  uploads: await site.db.select({ id: upload.id }).from(upload),
  files: await site.db.select({ state: file.state }).from(file),
})

test('an archive that takes days to write is not given up meanwhile', async () => {
  const { storage } = installation
  const pieces = async function* (): AsyncGenerator<Buffer> {
    for (let day = 0; day < 3; day += 1) {
      site.clock.set(after(day * 20 * hour))
      await sweepUploads(site.db, storage, site.clock.now())
      await sweepFiles(site.db, storage, site.clock.now(), {})
      yield Buffer.alloc(9 * 1024 ** 2, String(day))
    }
  }
  const rows = () => site.db.select({ state: file.state, createdAt: file.createdAt, size: file.size }).from(file)
  await generateFile(taskContext(), archiveOf(pieces()), async (ctx) => {
    expect(await ctx.db.select({ id: upload.id }).from(upload)).toEqual([])
  })
  expect(await rows()).toEqual([{ state: 'stored', createdAt: after(40 * hour), size: 27 * 1024 ** 2 }])
})

test('a writer whose archive was given up while it wrote fails, and leaves nothing behind', async () => {
  const { storage } = installation
  const pieces = async function* (): AsyncGenerator<Buffer> {
    yield Buffer.alloc(9 * 1024 ** 2)
    site.clock.set(after(30 * hour))
    await sweepUploads(site.db, storage, site.clock.now())
    yield Buffer.alloc(9 * 1024 ** 2)
  }
  const outcome = await generateFile(taskContext(), archiveOf(pieces()), async () => undefined).catch(
    (error: unknown) => error,
  )
  expect(outcome).toEqual(new Error('The file that is being written has been given up meanwhile'))
  expect(await everyFile()).toEqual({ uploads: [], files: [] })
})

test('a writer whose complete archive was swept fails, instead of naming content that is gone', async () => {
  const { storage } = installation
  const swept: Storage = {
    ...storage,
    resumable: {
      ...storage.resumable,
      finish: async (key, state) => {
        await storage.resumable.finish(key, state)
        await sweepFiles(site.db, storage, after(2 * hour), {})
      },
    },
  }
  const pieces = async function* (): AsyncGenerator<Buffer> {
    yield Buffer.from('an archive')
  }
  let isNamed = false
  const outcome = await generateFile(taskContext(swept), archiveOf(pieces()), async () => {
    isNamed = true
  }).catch((error: unknown) => error)
  expect(outcome).toEqual(new Error('The file that was written has been deleted meanwhile'))
  expect([isNamed, (await everyFile()).files]).toEqual([false, []])
})
