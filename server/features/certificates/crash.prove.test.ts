import { rm } from 'node:fs/promises'
import { certificateNumber } from '@lectern/contract/certificates/certificate-numbers.ts'
import { readIssue } from '@lectern/contract/certificates/certificate-office.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { brokenInvariants } from '../../platform/invariants.ts'
import { issuerOf } from '../../testing/certificates.ts'
import { createEdition } from '../../testing/contest.ts'
import { isSomeoneWaiting, whileLocked } from '../../testing/meeting.ts'
import { createPerson } from '../../testing/people.ts'
import { killProgram, newFolder, reaches, startTaskWorker } from '../../testing/program.ts'
import { startSite, type TestSite } from '../../testing/site.ts'
import { createWorkActivity } from '../../testing/works.ts'
import { certificateInvariants } from './invariants.ts'

let folder: string
let site: TestSite
beforeAll(async () => {
  folder = await newFolder()
  site = await startSite({ config: { dataDirectory: folder } })
})
afterAll(async () => {
  await site.close()
  await rm(folder, { recursive: true, force: true })
})

const startWorker = () => startTaskWorker(site.databaseUrl, folder)

interface Made {
  sequence: number
  number: string
  name: string
  printed: string | null
}

const made = async (): Promise<Made[]> =>
  (
    await site.pool.query<Made>(
      `select sequence, number, content -> 'values' ->> 'name' as name, file_id as printed from certificate order by sequence`,
    )
  ).rows

test('a worker that fails and is killed goes on: nobody is missing, nobody gets two, and one bad record is left out', async () => {
  const edition = await createEdition(site)
  const activity = await createWorkActivity(site, edition)
  const office = await issuerOf(site, await createPerson(site, { access: 'admin' }))
  const names = Array.from({ length: 100 }, (_, index) => `欧阳${String(index).padStart(3, '0')}`)
  const sheet = names.toSpliced(50, 0, '吉𠮷').map((name) => `${name},一等奖,光`)
  const { id } = await office.create('award', { from: 'sheet', edition, activity })
  await office.upload(id, ['姓名,奖项,作品名称', ...sheet])
  await office.start(id)

  // The first attempt fails after all certificates have been written; the second is killed when it has printed 40 of 100.
  await site.pool.query(`
    create sequence attempt;
    create function fail_once() returns trigger language plpgsql as
      'begin if nextval(''attempt'') = 1 then raise ''The disk is full''; end if; return new; end';
    create trigger fail_once before insert on audit
      for each row when (new.action = 'certificates.issued') execute function fail_once();
    create function wait_for_test() returns trigger language plpgsql as
      'begin perform pg_advisory_xact_lock_shared(40); return new; end';
    create trigger wait_for_test before update of file_id on certificate
      for each row when (new.sequence > 40) execute function wait_for_test()`)
  await whileLocked(site, ['select pg_advisory_lock(40)'], async () => {
    const worker = await startWorker()
    await reaches(worker, () => isSomeoneWaiting(site))
    await killProgram(worker)
  })
  const { rows: attempts } = await site.pool.query('select last_value::integer as made from attempt')
  expect(attempts).toEqual([{ made: 2 }])
  const halfway = await made()
  expect([halfway.length, halfway.filter(({ printed }) => printed !== null).length]).toEqual([100, 40])

  const other = await startWorker()
  await reaches(
    other,
    async () => (await site.ask(readIssue, { ...office.as, params: { id } })).data.state === 'issued',
  )
  const whole = await made()
  const series = { prefix: 'LT', year: 2026, code: 'T01' }
  expect(whole.map(({ number }) => number)).toEqual(names.map((_, index) => certificateNumber(series, index + 1)))
  expect(whole.map(({ name }) => name)).toEqual(names)
  expect(whole.slice(0, 40)).toEqual(halfway.slice(0, 40))
  expect(new Set(whole.map(({ printed }) => printed)).size).toBe(100)
  const { certificates, ready, blocked } = await office.read(id)
  expect({ certificates, ready, blocked }).toEqual({ certificates: 100, ready: 100, blocked: 1 })
  expect(await brokenInvariants(site.pool, certificateInvariants)).toEqual([])
})
