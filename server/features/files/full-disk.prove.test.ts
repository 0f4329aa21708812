import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readDiskSpace } from '@lectern/contract/files/files.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPerson, type TestPerson } from '../../testing/people.ts'
import { startSite, type TestSite } from '../../testing/site.ts'
import { canMountDisk, mountDisk, unmountDisk } from '../../testing/small-disk.ts'
import { uploaderOf } from '../../testing/uploads.ts'

const mebibyte = 1024 ** 2
/** Bytes that the program reserves for the database. */
const reserve = 256 * mebibyte

/** On a separate file system, which only root can create; `disk.test.ts` tests the same rule everywhere. */
describe.skipIf(!canMountDisk())('a disk with 34 MiB above the reserve', () => {
  let folder: string
  let site: TestSite
  let person: TestPerson
  let organiser: TestPerson
  let mine: ReturnType<typeof uploaderOf>

  const free = async (): Promise<number> => {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  }
  const space = async () => (await site.get('/api/disk-space', organiser.headers)).data(readDiskSpace).disk!

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lectern-full-'))
    mountDisk(folder, reserve + 34 * mebibyte)
    await mkdir(join(folder, 'data'))
    site = await startSite({ config: { dataDirectory: join(folder, 'data') } })
    person = await createPerson(site)
    organiser = await createPerson(site, { access: 'admin' })
    mine = uploaderOf(site, person)
  })
  afterAll(async () => {
    await site.close()
    unmountDisk(folder)
    await rm(folder, { recursive: true })
  })

  it('takes ten uploads as long as it has room, keeps what has come, and goes on when there is room again', async () => {
    const size = 4 * mebibyte
    expect(await space()).toMatchObject({ total: reserve + 34 * mebibyte, promised: 0, isLow: false })

    // Announced bytes count, although none has arrived.
    const begun = await Promise.all(Array.from({ length: 10 }, () => mine.begin({ size })))
    const accepted = begun.filter(({ answer }) => answer.status === 201)
    const refused = begun.filter(({ answer }) => answer.status !== 201)
    expect([accepted.length, refused.map(({ answer }) => answer.status)]).toEqual([8, [507, 507]])
    expect(refused[0]!.answer.failure().error).toBe('server.diskFull')
    expect(await space()).toMatchObject({ promised: 8 * size, isLow: false })

    // Another program takes most of the space.
    const filler = join(folder, 'filler')
    await writeFile(filler, Buffer.alloc(24 * mebibyte))
    expect((await space()).isLow).toBe(true)
    const contents = accepted.map(() => Buffer.from(randomBytes(size / 2).toString('hex')))
    const sent = await Promise.all(accepted.map(({ path }, index) => mine.send(path, 0, contents[index]!)))
    const stopped = sent.filter(({ status }) => status !== 204)
    expect(stopped.length).toBeGreaterThan(0)
    expect(stopped.map(({ status, error }) => [status, error])).toEqual(stopped.map(() => [507, 'server.diskFull']))
    // The file system counts in whole pages.
    expect(await free()).toBeGreaterThanOrEqual(reserve - accepted.length * 4096)

    // Everything else can still be written.
    const read = await site.call('POST', '/api/notices/read', { headers: person.headers, body: { ids: 'all' } })
    expect(read.status).toBe(200)

    await rm(filler)
    for (const [index, { path, id }] of accepted.entries()) {
      const offset = Number((await mine.look(path)).headers.get('upload-offset'))
      if (offset < size)
        expect((await mine.send(path, offset, contents[index]!.subarray(offset))).status, `${offset}`).toBe(204)
      const stored = await readFile(join(folder, 'data/files/answer', id))
      expect(stored.equals(contents[index]!)).toBe(true)
    }
    expect(await space()).toMatchObject({ promised: 0 })
  })

  it('takes nothing into the reserve, and says why', async () => {
    const filler = join(folder, 'filler')
    await writeFile(filler, Buffer.alloc((await free()) - reserve))
    const { answer } = await mine.begin({ size: 1 })
    expect([answer.status, answer.failure().error]).toEqual([507, 'server.diskFull'])
    expect(await space()).toMatchObject({ usable: 0, isLow: true })
    await rm(filler)
    expect((await mine.begin({ size: 1 })).answer.status).toBe(201)
  })
})
