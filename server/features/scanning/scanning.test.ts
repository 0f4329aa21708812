import { readScanning, scanAgain } from '@lectern/contract/scanning/scanning.ts'
import { changeSettings } from '@lectern/contract/settings/office-settings.ts'
import type { FileId, WorkId } from '@lectern/contract/ids.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { and, desc, eq, inArray, isNotNull } from '../../platform/database/drizzle.ts'
import { createEdition } from '../../testing/contest.ts'
import { pdfSample, zipOf } from '../../testing/document-samples.ts'
import { addFile } from '../../testing/files.ts'
import { createPerson, type TestPerson } from '../../testing/people.ts'
import { eicar, startScanner, type TestScanner } from '../../testing/scanner.ts'
import { eventually, startSite, type TestSite } from '../../testing/site.ts'
import { storeWorkFile } from '../../testing/stored-works.ts'
import { uploaderOf } from '../../testing/uploads.ts'
import { createApprovedTeam, createWorkActivity, workerOf } from '../../testing/works.ts'
import { fileScan } from '../files/tables.ts'
import { notice } from '../notices/tables.ts'
import { task } from '../tasks/tables.ts'
import { inspectFile } from '../works/service.ts'
import { work } from '../works/tables.ts'
import { enqueueScans } from './scan-jobs.ts'
import { runScans } from './scan-files.ts'

const maxBytes = 1024 ** 2

let scanner: TestScanner
let site: TestSite
let organiser: TestPerson
let team: Awaited<ReturnType<typeof createApprovedTeam>>

beforeAll(async () => {
  scanner = await startScanner()
  site = await startSite({ withTasks: true, config: { clamd: { address: scanner.address, maxBytes } } })
  organiser = await createPerson(site, { access: 'admin' })
  const editionId = await createEdition(site)
  team = await createApprovedTeam(site, await createWorkActivity(site, editionId), organiser)
})
afterAll(async () => {
  await site.close()
  await scanner.close()
})
beforeEach(async () => {
  await site.db.update(fileScan).set({ dueAt: null })
  await site.db.delete(task).where(eq(task.kind, 'scan'))
})
afterEach(() => {
  scanner.behaviour = {}
})

const worker = () => workerOf(site, team.captain)
let workOfTeam: Promise<Awaited<ReturnType<ReturnType<typeof worker>['start']>>> | undefined
const startOnce = () => (workOfTeam ??= worker().start(team.enrolmentId))

let position = 0
const upload = async (content: Buffer, name = 'plan.pdf'): Promise<{ workId: WorkId; id: FileId }> => {
  const { id: workId } = await startOnce()
  position += 1
  const stored = { workId, part: 'plan', name, content, ownerId: team.captain.id, position }
  return { workId, id: await storeWorkFile(site.asProgram(), stored) }
}

const findingsOf = async (workId: WorkId, id: FileId) =>
  (await worker().read(workId)).files.find((file) => file.id === id)?.findings?.map(({ code }) => code)

const stateOf = async (id: FileId) => {
  const [row] = await site.db.select().from(fileScan).where(eq(fileScan.fileId, id))
  return row!
}
const outcomeOf = async (id: FileId) => (await stateOf(id)).outcome

/** One attempt, as a worker makes it; tells what it failed with. */
const scanNow = (): Promise<string | undefined> => {
  const run = { id: '' as never, input: {}, signal: AbortSignal.any([]), progress: async () => undefined }
  return runScans(site.asProgram(), run).then(
    () => undefined,
    (error: Error) => error.message,
  )
}

const read = (id: FileId, person: TestPerson) => site.get(`/api/files/${id}`, person.headers)

test('a file is scanned by a task, and stays readable', async () => {
  const content = await pdfSample(1)
  const { id } = await upload(content)
  expect(await outcomeOf(id)).toBeNull()
  await enqueueScans(site.asProgram())
  await enqueueScans(site.asProgram())
  // The job may have been quicker, but never adds a second one beside the first.
  const pending = and(eq(task.kind, 'scan'), inArray(task.state, ['waiting', 'running']))
  expect(await site.db.$count(task, pending)).toBeLessThan(2)
  await eventually(async () => expect(await outcomeOf(id)).toBe('clean'))
  const { dueAt, scannedAt, engine } = await stateOf(id)
  expect({ dueAt, scannedAt, engine }).toEqual({
    dueAt: null,
    scannedAt: site.clock.now(),
    engine: 'ClamAV 1.4.6/27500/Thu Nov 19 08:00:00 2026',
  })
  expect(scanner.streams.some((stream) => stream.equals(content))).toBe(true)
  expect((await read(id, team.captain)).status).toBe(200)
})

describe('an infected file', () => {
  test('is kept away from everybody, is a finding, and team and organisers are notified once', async () => {
    const { id, workId } = await upload(Buffer.concat([await pdfSample(1), eicar]))
    await inspectFile(site.asProgram(), id)
    expect((await read(id, organiser)).status).toBe(200)
    expect(await scanNow()).toBeUndefined()
    expect(await stateOf(id)).toMatchObject({ outcome: 'infected', signature: 'Eicar-Test-Signature' })
    for (const person of [team.captain, organiser]) {
      const answer = await read(id, person)
      expect([answer.status, answer.failure().error]).toEqual([403, 'file.infected'])
      const known = await site.get(`/api/files/${id}`, { ...person.headers, 'if-none-match': `"${id}"` })
      expect(known.status).toBe(403)
    }
    expect(await findingsOf(workId, id)).toEqual(['infected'])
    const [row] = await site.db.select().from(work).where(eq(work.id, workId))
    expect(row!.worstFinding).toBe('blocking')
    // A second scan says the same: nobody is told again.
    await site.db.update(fileScan).set({ dueAt: site.clock.now() }).where(eq(fileScan.fileId, id))
    await scanNow()
    const told = await site.db.select().from(notice).orderBy(desc(notice.createdAt))
    const titles = told.flatMap(({ accountId, title }) =>
      title['en-US']?.startsWith('Malware') ? [[accountId, title['en-US']]] : [],
    )
    expect(titles.toSorted()).toEqual(
      [
        [organiser.id, expect.stringMatching(/^Malware was found in a file of a work: /)],
        [team.captain.id, expect.stringMatching(/^Malware was found in a file: /)],
      ].toSorted(),
    )
  })

  test('is given back when newer signatures find nothing, and only then', async () => {
    const { id, workId } = await upload(Buffer.concat([await pdfSample(2), eicar]))
    await scanNow()
    // Inspected while it was kept away: nothing else is said of it.
    await inspectFile(site.asProgram(), id)
    expect(await findingsOf(workId, id)).toEqual(['infected'])
    const again = async (reply: string) => {
      scanner.behaviour = { reply }
      await site.db.update(fileScan).set({ dueAt: site.clock.now() }).where(eq(fileScan.fileId, id))
      await scanNow()
      return [(await stateOf(id)).outcome, (await read(id, organiser)).status]
    }
    expect(await again('INSTREAM size limit exceeded. ERROR\0')).toEqual(['infected', 403])
    expect(await again('stream: OK\0')).toEqual(['clean', 200])
    await eventually(async () => expect(await findingsOf(workId, id)).toEqual([]))
  })
})

describe('a file that was not scanned is never clean', () => {
  test('larger than the scanner takes: it is not even sent', async () => {
    const content = Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(maxBytes)])
    const { id } = await upload(content)
    const count = scanner.streams.length
    await scanNow()
    expect([await outcomeOf(id), scanner.streams.length - count]).toEqual(['tooLarge', 0])
    expect((await read(id, organiser)).status).toBe(200)
  })

  test('the scanner takes less than it should', async () => {
    const { id } = await upload(await pdfSample(3))
    scanner.behaviour = { maxBytes: 100 }
    await scanNow()
    expect(await outcomeOf(id)).toBe('tooLarge')
  })

  test('a film', async () => {
    const { mediaSample } = await import('../../testing/media-samples.ts')
    const { id } = await upload(await mediaSample('lesson.mp4'), 'lesson.mp4')
    expect(await stateOf(id)).toMatchObject({ outcome: 'film', dueAt: null })
  })

  test('the scanner is away: the attempt fails, and the next one finds the file', async () => {
    const { id } = await upload(Buffer.concat([await pdfSample(1), eicar]))
    const port = scanner.address.port
    await scanner.close()
    expect(await scanNow()).toMatch(/ECONNREFUSED/)
    expect(await outcomeOf(id)).toBe('unreachable')
    expect((await read(id, organiser)).status).toBe(200)
    scanner = await startScanner(port)
    expect(await scanNow()).toBeUndefined()
    expect(await outcomeOf(id)).toBe('infected')
  })

  test('one that the scanner fails on is tried five times, and does not keep the others waiting', async () => {
    const { id: other } = await upload(await pdfSample(4))
    const { id } = await upload(await pdfSample(5))
    scanner.behaviour = { reply: 'stream: broken ERROR\0' }
    await scanNow()
    const first = [await stateOf(id), await stateOf(other)]
    expect(first.map(({ outcome, attempts }) => [outcome, attempts])).toEqual([
      [null, 1],
      [null, 1],
    ])
    for (let attempt = 2; attempt <= 5; attempt += 1) {
      await site.db.update(fileScan).set({ dueAt: site.clock.now() }).where(eq(fileScan.fileId, id))
      await scanNow()
    }
    expect(await stateOf(id)).toMatchObject({ outcome: 'unreadable', dueAt: null, scannedAt: null })
  })

  test('an archive that unpacks to more than the scanner reads', async () => {
    const archive = await zipOf({ 'large.txt': new Uint8Array(maxBytes + 1) })
    const { id } = await upload(archive, 'more.zip')
    await scanNow()
    expect(await outcomeOf(id)).toBe('unreadable')
  })

  test('what the storage has lost a part of', async () => {
    const { id } = await upload(await pdfSample(6))
    await site.asProgram().installation.rawStorage.put(`work/${id}`, Buffer.from('%PDF'))
    expect(await scanNow()).toMatch(/^4 bytes are stored of a file of /)
    expect((await stateOf(id)).outcome).toBeNull()
  })
})

test('organisers see whether files are scanned, and have all scanned again, films excepted', async () => {
  const { id } = await upload(await pdfSample(7))
  const as = { headers: organiser.headers }
  await site.pool.query(`delete from file_scan where file_id = $1`, [id])
  const before = (await site.ask(readScanning, as)).data
  expect(before).toMatchObject({ isOn: true, engine: expect.stringMatching(/^ClamAV /), maxBytes })
  const { count } = (await site.ask(scanAgain, as)).data
  expect(count).toBe(await site.db.$count(fileScan, isNotNull(fileScan.dueAt)))
  expect(await site.db.$count(fileScan, and(eq(fileScan.outcome, 'film'), isNotNull(fileScan.dueAt)))).toBe(0)
  expect((await stateOf(id)).dueAt).toEqual(site.clock.now())
  const metrics = await site.metrics.render()
  expect(metrics).toContain(`lectern_file_scans{state="waiting"} ${count}`)
})

test('where organisers have it so, experts and visitors wait for the scan, and for nothing that is never scanned', async () => {
  const owner = await createPerson(site, { access: 'admin' })
  const content = Buffer.from('plan')
  const values = { ownerId: owner.id, type: 'text/plain', name: 'plan.txt', size: 4 }
  const id = await addFile(site.db, { ...values, purpose: 'attachment' })
  const answer = await addFile(site.db, { ...values, purpose: 'answer' })
  const { storage } = site.asProgram().installation
  await storage.put(`attachment/${id}`, content)
  await storage.put(`answer/${answer}`, content)
  const statuses = async () => [
    (await site.get(`/api/files/${id}`)).status,
    (await site.get(`/api/files/${answer}`, owner.headers)).status,
  ]
  const setWaiting = async (waitForScan: boolean) =>
    expect((await site.ask(changeSettings, { headers: organiser.headers, body: { waitForScan } })).status).toBe(200)
  expect(await statuses()).toEqual([200, 200])
  await setWaiting(true)
  expect(await statuses()).toEqual([409, 200])
  expect((await site.get(`/api/files/${id}`)).failure().error).toBe('file.notScanned')
  await site.db.update(fileScan).set({ outcome: 'unreachable' }).where(eq(fileScan.fileId, id))
  expect(await statuses()).toEqual([409, 200])
  await site.db.update(fileScan).set({ outcome: 'tooLarge', dueAt: null }).where(eq(fileScan.fileId, id))
  expect(await statuses()).toEqual([200, 200])
  const { workId, id: plan } = await upload(await pdfSample(8))
  await inspectFile(site.asProgram(), plan)
  const blind = `/api/works/${workId}/files/${plan}/blind`
  expect((await site.get(blind, organiser.headers)).failure().error).toBe('file.notScanned')
  expect((await read(plan, organiser)).status).toBe(200)
  await site.db.update(fileScan).set({ dueAt: site.clock.now() }).where(eq(fileScan.fileId, plan))
  await scanNow()
  expect((await site.get(blind, organiser.headers)).status).toBe(200)
  await setWaiting(false)
})

test('somebody else’s upload is scanned, too, and its owner and organisers are notified', async () => {
  const person = await createPerson(site)
  const { id } = await uploaderOf(site, person).whole({ name: 'notes.txt' }, Buffer.concat([Buffer.from('x '), eicar]))
  await site.pool.query(`update file set state = 'stored', sha256 = sha256('x') where id = $1`, [id])
  await scanNow()
  expect(await outcomeOf(id)).toBe('infected')
  expect((await read(id, person)).failure().error).toBe('file.infected')
  const { rows } = await site.pool.query<{ to: string }>(
    `select coalesce(account_id::text, audience_access) as "to" from notice where body ->> 'en-US' like '%notes.txt%' order by 1`,
  )
  expect(rows.map(({ to }) => to).toSorted()).toEqual([person.id, 'admin'].toSorted())
})
