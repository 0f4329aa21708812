import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Ctx, SignedIn } from '../../platform/context.ts'
import { eq, sql } from '../../platform/database/drizzle.ts'
import { fail } from '../../platform/failure.ts'
import type { TargetedUpload } from '../../platform/feature.ts'
import { createPerson, type TestPerson } from '../../testing/people.ts'
import { startBucketSite } from '../../testing/s3.ts'
import { eventually, startSite, type TestSite } from '../../testing/site.ts'
import { uploaderOf } from '../../testing/uploads.ts'
import type { FileReaders } from './content/read-file.ts'
import { createReceivers } from './uploads/running-uploads.ts'
import { file, upload } from './tables.ts'
import { beginUpload, continueUpload, finishArrived } from './uploads/uploads.ts'

const digest = (content: Buffer): string => createHash('sha256').update(content).digest('hex')

/** A site, its context, and a person on it. */
const startFor = async (options: Parameters<typeof startSite>[0]) => {
  let ctx: Ctx
  const site = await startSite({
    ...options,
    extraRoutes: (http) => {
      ctx = http.contextOf({ headers: {}, id: 'test' } as never, 'en-US')
    },
  })
  return { site, ctx: ctx! }
}

let site: TestSite
let other: TestSite
let ctx: SignedIn
let person: TestPerson

beforeAll(async () => {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'lectern-targets-'))
  const first = await startFor({ config: { dataDirectory } })
  site = first.site
  other = await startSite({ databaseUrl: site.databaseUrl, config: { dataDirectory } })
  person = await createPerson(site)
  const actor = {
    kind: 'account',
    id: person.id,
    access: 'user',
    sessionId: person.sessionId,
    lacksSecondFactor: false,
    duties: [],
    activities: null,
  } as const
  ctx = { ...first.ctx, actor }
})
afterAll(async () => {
  await other.close()
  await site.close()
})

/** A purpose whose uploads belong to something. */
const targets = (finish: (upload: TargetedUpload) => void = () => undefined) => {
  const told: { begun: TargetedUpload[]; finished: TargetedUpload[] } = { begun: [], finished: [] }
  const readers: FileReaders = {
    work: {
      nameFor: async () => undefined,
      named: sql`select null::uuid as id`,
      uploads: {
        begin: async (_, begun) => {
          if (begun.target['part'] === 'closed') throw fail('work.editingClosed')
          told.begun.push(begun)
        },
        finish: async (_, finished) => {
          finish(finished)
          told.finished.push(finished)
        },
      },
    },
  }
  return { told, readers }
}

const send = (id: TargetedUpload['id'], offset: number, content: Buffer, readers: FileReaders) =>
  continueUpload(
    ctx,
    id,
    { offset, length: content.length, body: Readable.from([content], { objectMode: false }) },
    { receivers: createReceivers(() => undefined), readers },
  )

const stored = async (id: TargetedUpload['id']) => {
  const [found] = await site.db.select().from(file).where(eq(file.id, id))
  return found && { ...found, sha256: found.sha256?.toString('hex') }
}

const asked = { purpose: 'work', name: 'Lesson plan.docx', target: { work: 'w', part: 'plan' } } as const

describe('an upload that belongs to something', () => {
  it('is announced to it when it starts, and handed over as a stored file with the last byte', async () => {
    const { told, readers } = targets()
    const content = Buffer.from('%PDF-1.7\n what is called a document')
    const begun = await beginUpload(ctx, { ...asked, size: content.length }, readers)
    expect(begun.target).toEqual(asked.target)
    await send(begun.id, 0, content.subarray(0, 10), readers)
    expect(told.finished).toEqual([])
    await send(begun.id, 10, content.subarray(10), readers)
    const expected = {
      id: begun.id,
      ownerId: person.id,
      name: asked.name,
      size: content.length,
      target: asked.target,
      begunAt: begun.createdAt,
      isInParts: false,
    }
    expect(told).toEqual({ begun: [expected], finished: [expected] })
    // The name is kept as it is; the type is that of the content.
    expect(await stored(begun.id)).toMatchObject({
      state: 'stored',
      name: asked.name,
      type: 'application/pdf',
      sha256: digest(content),
    })
  })

  it('is of no particular type if its content tells none', async () => {
    const { readers } = targets()
    const content = Buffer.from([0, 1, 2, 3, 4])
    const { id } = await beginUpload(ctx, { ...asked, size: 5 }, readers)
    await send(id, 0, content, readers)
    expect(await stored(id)).toMatchObject({ type: 'application/octet-stream', sha256: digest(content) })
  })

  it('does not start if it is refused', async () => {
    const { readers } = targets()
    const refused = beginUpload(ctx, { ...asked, target: { part: 'closed' }, size: 5 }, readers)
    await expect(refused).rejects.toMatchObject({ error: 'work.editingClosed' })
  })

  it('leaves nothing but bytes for the sweep if it is refused at its end, also when a job finishes it', async () => {
    const { readers } = targets(() => {
      throw fail('work.editingClosed')
    })
    const { id } = await beginUpload(ctx, { ...asked, size: 5 }, readers)
    await expect(send(id, 0, Buffer.from('12345'), readers)).rejects.toMatchObject({ error: 'work.editingClosed' })
    expect(await site.db.$count(upload, eq(upload.id, id))).toBe(0)
    expect(await stored(id)).toMatchObject({ state: 'removed' })

    const late = await beginUpload(ctx, { ...asked, size: 5 }, readers)
    const interrupted = targets(() => {
      throw new Error('the process ends')
    })
    await expect(send(late.id, 0, Buffer.from('12345'), interrupted.readers)).rejects.toThrow('the process ends')
    await finishArrived({ ...ctx, actor: { kind: 'system' } }, readers)
    expect(await stored(late.id)).toMatchObject({ state: 'removed' })
  })

  it('is finished by a job when the process ended after its last byte', async () => {
    const interrupted = targets(() => {
      throw new Error('the process ends')
    })
    const { id } = await beginUpload(ctx, { ...asked, size: 5 }, interrupted.readers)
    await expect(send(id, 0, Buffer.from('12345'), interrupted.readers)).rejects.toThrow('the process ends')
    expect(await stored(id)).toBeUndefined()
    const { told, readers } = targets()
    await finishArrived({ ...ctx, actor: { kind: 'system' } }, readers)
    expect(told.finished).toHaveLength(1)
    expect(await stored(id)).toMatchObject({ state: 'stored', sha256: digest(Buffer.from('12345')) })
  })
})

describe('the metadata of an upload', () => {
  const encode = (value: string): string => Buffer.from(value).toString('base64')
  const announce = (metadata: Record<string, string>) =>
    site.call('POST', '/api/uploads', {
      headers: {
        ...person.headers,
        'tus-resumable': '1.0.0',
        'upload-length': '5',
        'upload-metadata': Object.entries(metadata)
          .map(([key, value]) => `${key} ${encode(value)}`)
          .join(','),
      },
    })

  it.each([
    { work: 'not an id' },
    { part: '../../etc' },
    { part: 'x'.repeat(41) },
    { replaces: '1' },
    { redacts: "' or true" },
  ])('is refused if it names something in a wrong way: %j', async (target) => {
    const answer = await announce({ filename: 'a.pdf', purpose: 'work', ...(target as Record<string, string>) })
    expect(answer.status).toBe(422)
  })

  it('cannot ask for the purpose of archives that the program makes', async () => {
    expect((await announce({ filename: 'a.zip', purpose: 'bundle' })).status).toBe(422)
  })

  it('is ignored where the purpose has no target', async () => {
    const answer = await announce({ filename: 'a.txt', purpose: 'answer', part: 'plan', filetype: 'text/plain' })
    const id = answer.headers.get('location')!.split('/').at(-1)!
    const [row] = await site.db
      .select()
      .from(upload)
      .where(eq(upload.id, id as TargetedUpload['id']))
    expect(row).toMatchObject({ target: null })
  })
})

describe('the hash of a file', () => {
  it('is known with the last byte when the connection was cut on the way', async () => {
    const content = Buffer.from(`notes ${randomBytes(100_000).toString('hex')}`)
    const mine = uploaderOf(site, person)
    const { path, id } = await mine.begin({ size: content.length })
    for (let at = 0; at < content.length; at += 30_000) await mine.send(path, at, content.subarray(at, at + 30_000))
    expect(await stored(id)).toMatchObject({ state: 'waiting', sha256: digest(content) })
  })

  it('is known with the last byte when the upload was continued by another process', async () => {
    const content = Buffer.concat([Buffer.from('notes\n'), Buffer.from(randomBytes(300_000).toString('hex'))])
    const here = uploaderOf(site, person)
    const there = uploaderOf(other, person)
    const { path, id } = await here.begin({ size: content.length })
    const cut = here.trickle(path, 0, content.length)
    await cut.write(content.subarray(0, 200_001))
    await eventually(async () => {
      // Whoever asks for the upload next makes the other process commit what it has.
      const offset = Number((await there.look(path)).headers.get('upload-offset'))
      expect(await there.send(path, offset, content.subarray(offset, 250_000))).toMatchObject({ status: 204 })
    })
    await cut.ended
    await here.send(path, 250_000, content.subarray(250_000))
    expect(await stored(id)).toMatchObject({ state: 'waiting', sha256: digest(content) })
  })

  describe('in a bucket', () => {
    let bucket: TestSite
    beforeAll(async () => {
      bucket = await startBucketSite(site)
    })
    afterAll(() => bucket.close())

    it('is that of the bytes, wherever parts and pieces end', async () => {
      const content = Buffer.concat([Buffer.from('notes\n'), Buffer.from(randomBytes(9_000_000).toString('hex'))])
      const mine = uploaderOf(bucket, person)
      const { path, id } = await mine.begin({ size: content.length })
      const cuts = [0, 3, 1_000_000, 8 * 1024 ** 2 - 7, 8 * 1024 ** 2 + 100_001, content.length]
      for (const [index, start] of cuts.slice(0, -1).entries())
        await mine.send(path, start, content.subarray(start, cuts[index + 1]))
      expect(await stored(id)).toMatchObject({ sha256: digest(content) })
    })

    it('is left to the inspection where an older process took a part of it', async () => {
      const mine = uploaderOf(bucket, person)
      const { path, id } = await mine.begin({ size: 10 })
      await mine.send(path, 0, Buffer.from('01234'))
      await site.db.update(upload).set({ hashState: null }).where(eq(upload.id, id))
      await mine.send(path, 5, Buffer.from('56789'))
      expect(await stored(id)).toMatchObject({ state: 'waiting', sha256: undefined })
    })
  })
})
