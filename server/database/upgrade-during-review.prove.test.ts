import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { verifyCertificate } from '@lectern/contract/certificates/certificates.ts'
import { catalogue } from '@lectern/contract/errors.ts'
import type { AccountId, ActivityId, FileId, ResultListId, RoundId } from '@lectern/contract/ids.ts'
import { readPublicity, readPublicResult } from '@lectern/contract/results/public-results.ts'
import { settleRound } from '@lectern/contract/review/review-board.ts'
import { readDeskRound, readDeskWork, saveSheet, submitSheet } from '@lectern/contract/review/review.ts'
import { readRound, stepRound } from '@lectern/contract/rounds/rounds.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkBackup } from '../backup/read-backup.ts'
import { restoreBackup } from '../backup/restore-backup.ts'
import { verifyAwards } from '../features/certificates/verification/verify-awards.ts'
import { verifyLists } from '../features/results/verification/verify-lists.ts'
import { enqueueCopyRenewals } from '../features/works/blind/copy-renewal.ts'
import { invariants } from '../invariants.ts'
import { connect } from '../platform/database/connect.ts'
import { brokenInvariants } from '../platform/invariants.ts'
import { createDatabase } from '../testing/database.ts'
import { temporaryStorage } from '../testing/files.ts'
import { createPerson, createSession, english, type TestPerson } from '../testing/people.ts'
import { finishTask, resultsOffice } from '../testing/results.ts'
import { startSite, type TestSite } from '../testing/site.ts'
import { writePdf } from './seed/attachments/pdf.ts'
import { writePptx } from './seed/attachments/pptx.ts'

// Version 0.2.0 wrote this archive while experts were judging: its copies have no version, and its lists the hash of that time.

const archive = join(import.meta.dirname, 'released/0-2-0.tar.gz')

let site: TestSite
let organiser: TestPerson

/** What teams handed in: the archive has no files, and that version made them as this one does. */
const handedIn = async (): Promise<Map<string, Buffer>> => {
  const folder = join(import.meta.dirname, 'seed')
  const works = JSON.parse(await readFile(join(folder, 'works/works.json'), 'utf8')) as {
    plan: string[]
    slides: string[]
    changes?: { slides?: string[] }
  }[]
  const contents = [
    await readFile(join(folder, 'media/lesson-to-entry.mp4')),
    await readFile(join(folder, 'media/eleven-minutes.mp4')),
    ...works.flatMap(({ plan, slides, changes }) => [
      writePdf(plan.join('\n')),
      ...[slides, changes?.slides].flatMap((pages) => (pages ? [writePptx(pages)] : [])),
    ]),
  ]
  return new Map(contents.map((content) => [createHash('sha256').update(content).digest('hex'), content]))
}

beforeAll(async () => {
  const databaseUrl = await createDatabase('template0')
  const { pool, close } = connect(databaseUrl, () => undefined)
  const contents = await checkBackup(archive)
  await restoreBackup({ pool, storage: await temporaryStorage() }, archive, contents)
  await close()
  site = await startSite({ databaseUrl, withTasks: true, config: { demo: true } })
  site.clock.set(new Date(contents.head.createdAt))
  organiser = await createPerson(site, { access: 'admin' })
  const known = await handedIn()
  const { rows } = await site.pool.query<{ id: FileId; sum: string }>(
    `select file.id, encode(file.sha256, 'hex') as sum from work_file join file using (id) where file.state = 'stored'`,
  )
  const { storage } = site.asProgram().installation
  for (const { id, sum } of rows) if (known.has(sum)) await storage.put(`work/${id}`, known.get(sum)!)
})
afterAll(() => site.close())

const expectSound = async (): Promise<void> => {
  expect(await brokenInvariants(site.pool, invariants)).toEqual([])
  expect((await verifyLists(site.db)).broken).toEqual([])
  expect((await verifyAwards(site.db)).broken).toEqual([])
}

const valueOf = async <Value>(query: string): Promise<Value> =>
  (await site.pool.query<{ value: Value }>(query)).rows[0]!.value

interface Open {
  expert: AccountId
  code: string
}

test('a review that was open during the upgrade goes on to a new list, and what was published stays', async () => {
  await expectSound()

  // What visitors see of the former edition.
  const listId = await valueOf<ResultListId>(`select id as value from result_list where state = 'announced'`)
  const hash = await valueOf<string>(
    `select encode(rows_hash, 'hex') as value from result_list where state = 'announced'`,
  )
  const announced = (
    await site.ask(readPublicResult, { params: { id: listId }, headers: { 'accept-language': 'en-US' } })
  ).data
  expect(announced).toMatchObject({ fingerprintVersion: 1, fingerprint: hash, rowsHash: hash, recipes: [] })
  expect(announced.proof.fingerprint).toBe(
    'This list was made by an earlier version of the site: its fingerprint (version 1) covers ranks, scores and prizes only.',
  )
  const { rows: certificates } = await site.pool.query<{ number: string; code: string; state: string }>(
    `select number, code, state from certificate order by number`,
  )
  const verified = await Promise.all(
    certificates.map(
      async ({ number, code }) => (await site.ask(verifyCertificate, { params: { number }, query: { code } })).data,
    ),
  )
  expect(verified.map((one) => [one.number, one.state, one.code])).toEqual(
    certificates.map(({ number, state }) => [number, state, 'right']),
  )

  // Experts wait for copies of the new kind.
  const roundId = await valueOf<RoundId>(`select id as value from round where state = 'open'`)
  const round = await valueOf<string>(`select code as value from round where state = 'open'`)
  const { rows: left } = await site.pool.query<Open>(
    `select reviewer.account_id as expert, entry.code from assignment
     join reviewer on reviewer.id = assignment.reviewer_id join entry on entry.id = assignment.entry_id
     where assignment.round_id = $1 and assignment.state = 'open' and not is_finished
     order by (select min(id::text) from work_file where work_file.work_id = entry.work_id), expert`,
    [roundId],
  )
  expect(left).toHaveLength(17)
  const sessions = new Map<AccountId, Record<string, string>>()
  for (const { expert } of left)
    if (!sessions.has(expert)) sessions.set(expert, english(await createSession(site, expert)))
  const readWork = async ({ expert, code }: Open) =>
    (await site.ask(readDeskWork, { headers: sessions.get(expert)!, params: { code } })).data
  const filesOf = async (one: Open) => {
    const files = (await readWork(one)).parts.flatMap((part) => part.files)
    const answers = await Promise.all(
      files.map(({ address }) => fetch(`${site.url}${address}`, { headers: sessions.get(one.expert)! })),
    )
    return Promise.all(
      answers.map(async (answer, at) => ({
        isReady: files[at]!.isReady,
        status: answer.status,
        text: Buffer.from(await answer.arrayBuffer()).toString('latin1'),
      })),
    )
  }
  const old = await filesOf(left[0]!)
  expect(old.map(({ isReady, status }) => [isReady, status])).toEqual(old.map(() => [false, 409]))
  expect(old.map(({ text }) => (JSON.parse(text) as { code: number }).code)).toEqual(
    old.map(() => catalogue['file.notReady'].code),
  )
  await enqueueCopyRenewals(site.asProgram())
  const areReady = async (): Promise<boolean> =>
    (await readWork(left[0]!)).parts.every(({ files }) => files.every(({ isReady }) => isReady))
  await expect.poll(areReady, { timeout: 200_000, interval: 500 }).toBe(true)
  const fresh = await filesOf(left[0]!)
  expect(fresh.map(({ isReady, status }) => [isReady, status])).toEqual(old.map(() => [true, 200]))
  expect(fresh.map(({ text }) => /^(%PDF|PK|....ftyp)/s.test(text))).toEqual(old.map(() => true))

  // They write and submit what is left.
  for (const [index, one] of left.entries()) {
    const { criteria, sheet } = await readWork(one)
    const asked = { headers: sessions.get(one.expert)!, params: { code: one.code } }
    const scores = Object.fromEntries(
      criteria.map(({ id, max }) => [id, Math.floor(max / 200) * 100 - 100 * (index % 5)]),
    )
    const body = {
      version: sheet.version,
      scores,
      comment: 'Clear',
      remark: '',
      notes: [],
      places: {},
      seconds: sheet.seconds + 60,
    }
    const saved = (await site.ask(saveSheet, { ...asked, body })).data
    expect((await site.ask(submitSheet, { ...asked, body: { version: saved.version } })).data.state).toBe('submitted')
  }
  const mine = (await site.ask(readDeskRound, { headers: sessions.get(left[0]!.expert)!, params: { round } })).data
  expect(new Set(mine.works.map(({ state }) => state))).toEqual(new Set(['submitted']))

  // Organisers close the round, settle it, and put a list on public notice.
  const headers = english(organiser)
  const { version } = (await site.ask(readRound, { headers, params: { id: roundId } })).data
  const closed = (await site.ask(stepRound, { headers, params: { id: roundId }, body: { step: 'close', version } }))
    .data
  const settling = await site.ask(settleRound, { headers, params: { id: roundId }, body: { version: closed.version } })
  await finishTask(site, organiser, settling.data.task)
  const activityId = await valueOf<ActivityId>(
    `select activity_id as value from round_activity where round_id = '${roundId}'`,
  )
  const office = resultsOffice(site, { activityId, organiser, round: { id: roundId } } as Parameters<
    typeof resultsOffice
  >[1])
  expect((await office.save()).status).toBe(200)
  const list = await office.compute()
  expect((await office.step('propose')).data.state).toBe('proposed')
  const second = await createPerson(site, { access: 'admin' })
  await office.step('confirm', { as: second })
  expect((await office.step('publicise')).data.state).toBe('publicised')
  const notice = (await site.ask(readPublicity, { params: { id: list.id } })).data
  const text = await (await fetch(`${site.url}/api/public/publicity/${list.id}/text`)).text()
  const sums = text
    .trimEnd()
    .split('\n')
    .map((line) => `${line.slice(0, 64)}\n`)
  expect([notice.fingerprintVersion, notice.fingerprint]).toEqual([
    2,
    createHash('sha256').update(sums.join('')).digest('hex'),
  ])
  await expectSound()
})
