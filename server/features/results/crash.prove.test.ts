import { rm } from 'node:fs/promises'
import { computeList } from '@lectern/contract/results/results.ts'
import { readPublicResult } from '@lectern/contract/results/public-results.ts'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { isSomeoneWaiting, whileLocked } from '../../testing/meeting.ts'
import { createPerson, english, type TestPerson } from '../../testing/people.ts'
import { killProgram, newFolder, reaches, startTaskWorker } from '../../testing/program.ts'
import { resultsOffice, settledActivity } from '../../testing/results.ts'
import { startServer } from '../../testing/servers.ts'
import { startSite, type TestSite } from '../../testing/site.ts'
import { verifyLists } from './verification/verify-lists.ts'

// Processes that are killed in the middle: what they were doing has happened completely or not at all.

const day = 86_400_000

let folder: string
let site: TestSite
let second: TestPerson
let made: Awaited<ReturnType<typeof settledActivity>>
let office: ReturnType<typeof resultsOffice>

beforeAll(async () => {
  folder = await newFolder()
  site = await startSite({ config: { dataDirectory: folder } })
  // The processes use the real clock.
  site.clock.set(new Date(Date.now() - 10 * day))
  second = await createPerson(site, { access: 'admin' })
  made = await settledActivity(site, { scores: [90, 80, 70] })
  office = resultsOffice(site, made)
  await office.save()
  // Both write their entry of the log last.
  await site.pool.query(`
    create function wait_for_test() returns trigger language plpgsql as
      'begin perform pg_advisory_xact_lock_shared(41); return new; end';
    create trigger wait_for_test before insert on audit
      for each row when (new.action in ('list.computed', 'list.announced')) execute function wait_for_test()`)
})
afterAll(async () => {
  await site.close()
  await rm(folder, { recursive: true, force: true })
})

const held: [string] = ['select pg_advisory_xact_lock(41)']

const countOf = async (from: string): Promise<number> => (await site.pool.query(`select from ${from}`)).rowCount!

const stateOf = async (): Promise<string> =>
  (await site.pool.query<{ state: string }>('select state from result_list')).rows[0]!.state

describe.skipIf(process.platform === 'win32')('a process that is killed', () => {
  test('while it computes a list has stored nothing of it; another one makes it once', async () => {
    const params = { id: made.activityId }
    await site.ask(computeList, { headers: english(made.organiser), params, body: {} })
    await whileLocked(site, held, async () => {
      const worker = await startTaskWorker(site.databaseUrl, folder)
      await reaches(worker, () => isSomeoneWaiting(site))
      await killProgram(worker)
    })
    expect([await countOf('result_list'), await countOf('result_row')]).toEqual([0, 0])
    const other = await startTaskWorker(site.databaseUrl, folder)
    await reaches(other, async () => (await countOf(`task where state = 'done'`)) === 1)
    expect([await countOf('result_list'), await countOf('result_row')]).toEqual([1, 3])
    expect(await countOf(`audit where action = 'list.computed'`)).toBe(1)
    expect(await verifyLists(site.db)).toEqual({ count: 1, broken: [] })
  })

  test('while it writes an announcement down hides it from nobody; another one writes it and tells people once', async () => {
    await office.step('propose')
    await office.step('confirm', { as: second })
    const { data: publicised } = await office.step('publicise')
    site.clock.set(new Date(Date.now() - day / 24))
    await office.step('finalise')
    const due = new Date(Date.now() - day / 48)
    expect((await office.step('announce', { at: due.toISOString() })).data.isScheduled).toBe(true)
    site.clock.set(new Date())
    await whileLocked(site, held, async () => {
      const server = await startServer(site.databaseUrl, folder)
      onTestFinished(() => killProgram(server.program))
      await reaches(server.program, () => isSomeoneWaiting(site))
      await killProgram(server.program)
    })
    expect(await stateOf()).toBe('final')
    const shown = await site.ask(readPublicResult, { params: { id: publicised.id }, query: {} })
    expect(shown.status).toBe(200)
    const other = await startServer(site.databaseUrl, folder)
    onTestFinished(() => killProgram(other.program))
    const told = `notice where title ->> 'en-US' like 'Congratulations%' or title ->> 'en-US' like 'Results announced%'`
    await reaches(other.program, async () => (await stateOf()) === 'announced' && (await countOf(told)) > 0)
    expect(await countOf(`audit where action = 'list.announced'`)).toBe(1)
    expect(await countOf(told)).toBe(3)
  })
})
