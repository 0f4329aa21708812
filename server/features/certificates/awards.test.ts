import { createIssue, readIssuePlan } from '@lectern/contract/certificates/certificate-office.ts'
import * as contract from '@lectern/contract/certificates/certificates.ts'
import { readContestLines } from '@lectern/contract/dashboard/contest-lines.ts'
import type { CorrectionId, ResultListId } from '@lectern/contract/ids.ts'
import { readOfficeCounts } from '@lectern/contract/office/office-shell.ts'
import { adjustPrize } from '@lectern/contract/results/results.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { issuerOf } from '../../testing/certificates.ts'
import { connect } from '../../platform/database/connect.ts'
import { newId } from '../../platform/ids.ts'
import { english, type TestPerson } from '../../testing/people.ts'
import { resultsOffice, settledActivity, type SettledActivity } from '../../testing/results.ts'
import { after, eventually, startSite, type TestSite } from '../../testing/site.ts'
import { verifyAwards } from './verification/verify-awards.ts'

let site: TestSite
let settled: SettledActivity
let office: Awaited<ReturnType<typeof issuerOf>>
beforeAll(async () => {
  site = await startSite({ withTasks: true })
  settled = await settledActivity(site, {
    scores: [95, 80, 70, 60],
    works: ['赵一', '钱二', '孙三', '陈宏'].map((realName) => ({ realName })),
  })
  office = await issuerOf(site, settled.organiser)
})
afterAll(() => site.close())

const captainOf = async (index: number) => {
  const { rows } = await site.pool.query<{ account_id: string }>(
    `select account_id from team_member join work on work.team_id = team_member.team_id where work.id = $1`,
    [settled.works[index]!.workId],
  )
  return rows[0]!.account_id
}

const announce = (list: ResultListId, version: number) =>
  site.pool.query(
    `update result_list set state = 'announced', public_version = $2, proposed_at = '2020-01-01Z', confirmed_at = '2020-01-01Z',
       publicised_at = '2020-01-01Z', publicity_until = '2020-01-02Z', finalised_at = '2020-01-03Z', announced_at = '2020-01-04Z'
     where id = $1`,
    [list, version],
  )

test('nobody gets an award before the results are announced; then exactly those with a prize do', async () => {
  const results = resultsOffice(site, settled)
  await results.save()
  const { id: list } = await results.compute()
  const series = await office.newSeries()
  const body = {
    template: office.templateOf('award').id,
    series,
    source: { from: 'results' as const, list },
    locale: 'zh-CN' as const,
    date: '2026-12-08',
    notify: false,
    revokedToo: false,
  }
  expect((await site.ask(createIssue, { ...office.as, body })).status).toBe(409)
  await announce(list, 1)
  const issue = await office.create('award', body.source, { series })
  const { counts, list: rows } = await office.plan(issue.id)
  const awarded = (await results.rows(list)).filter(({ prize }) => prize !== null)
  expect([counts.blocked, counts.new, rows.length]).toEqual([0, awarded.length, awarded.length])
  await office.start(issue.id)
  await office.ended(issue.id)
  const made = (await office.list({ issue: issue.id })).toReversed()
  expect(made[0]!.holder).toBe(await captainOf(0))
  expect(made.every(({ award }) => award !== '')).toBe(true)
})

test('after a corrected list nobody gets a second prize for a work while the certificate of the first is valid', async () => {
  const works = ['周五', '吴六', '郑七', '王芳'].map((realName) => ({ realName }))
  const corrected = await settledActivity(site, { editionId: settled.editionId, scores: [95, 80, 70, 60], works })
  const results = resultsOffice(site, corrected)
  await results.save()
  const { id: former } = await results.compute()
  await announce(former, 1)
  const early = await office.create('award', { from: 'results', list: former })
  const first = await office.create('award', { from: 'results', list: former })
  await office.start(first.id)
  await office.ended(first.id)
  const body = { work: corrected.works[0]!.workId, prize: 'first', reason: 'A miscount' }
  const { task } = (await site.ask(adjustPrize, { ...office.as, params: { id: former }, body })).data
  await results.finish(task)
  const { id: list } = await results.newest()
  await site.pool.query(`update result_list set state = 'superseded', superseded_at = now() where id = $1`, [former])
  await announce(list, 2)
  const issue = await office.create('award', { from: 'results', list })
  const planned = async () => (await office.plan(issue.id)).list.find(({ name }) => name === '周五')!
  const [held] = await office.list({ search: '周五' })
  expect([held!.award, await planned()]).toMatchObject([
    '二等奖',
    {
      outcome: 'blocked',
      award: '一等奖',
      problems: [`Holds certificate ${held!.number} for another prize: revoke that one first`],
    },
  ])
  const revoking = { ...office.as, params: { id: held!.id }, body: { reason: 'A miscount' } }
  expect((await site.ask(contract.revokeCertificate, revoking)).status).toBe(200)
  expect((await planned()).outcome).toBe('new')

  // An issue of the former list keeps its name, and issues nothing more.
  const { title, year } = await office.read(early.id)
  expect([title, year]).toEqual([early.title, early.year])
  expect(title).not.toBe('')
  expect((await site.ask(readIssuePlan, { ...office.as, params: { id: early.id }, query: {} })).status).toBe(409)
})

test('a certificate that replaces another has the award of the list in force, whatever is asked for, and nobody replaces one of their own team', async () => {
  const works = ['冯八', '陈九', '褚十', '卫青'].map((realName) => ({ realName }))
  const activity = await settledActivity(site, { editionId: settled.editionId, scores: [95, 80, 70, 60], works })
  const results = resultsOffice(site, activity)
  await results.save()
  const { id: former } = await results.compute()
  await announce(former, 1)
  const issue = await office.create('award', { from: 'results', list: former })
  await office.start(issue.id)
  await office.ended(issue.id)
  const [held] = await office.list({ search: '冯八' })
  expect(held!.award).toBe('二等奖')

  /** Announces a list that corrects this one. */
  const correct = async (list: ResultListId, prize: string | null, version: number): Promise<ResultListId> => {
    // The later of two decisions about a work counts.
    site.clock.set(after(version * 60_000))
    const body = { work: activity.works[0]!.workId, prize, reason: 'A miscount' }
    const { task } = (await site.ask(adjustPrize, { ...office.as, params: { id: list }, body })).data
    await results.finish(task)
    const { id } = await results.newest()
    await site.pool.query(`update result_list set state = 'superseded', superseded_at = now() where id = $1`, [list])
    await announce(id, version)
    return id
  }
  /** What organisers are told about certificates of this activity whose prize has changed. */
  const told = async (who = settled.organiser) => {
    const headers = english(who)
    const { changedAwards, certificates } = (await site.ask(readOfficeCounts, { headers })).data
    const { list } = (await site.ask(readContestLines, { ...office.as, query: { edition: settled.editionId } })).data
    const line = list.find(({ id }) => id === activity.activityId)!
    return {
      counts: [changedAwards, certificates],
      step: line.stages.find(({ stage }) => stage === 'certificates')?.next?.step,
      numbers: (await office.list({ award: 'changed', activity: activity.activityId })).map(({ number }) => number),
    }
  }
  expect(await told()).toEqual({ counts: [0, 0], step: undefined, numbers: [] })
  const corrected = await correct(former, 'third', 2)
  expect(await told()).toEqual({ counts: [1, 1], step: 'replaceCertificates', numbers: [held!.number] })

  const path = `/api/certificates/${held!.id}/replacement`
  const replace = (who: TestPerson, printed: Record<string, string>) =>
    site.callAs(who, 'POST', path, { reason: 'A miscount', printed, notify: false })
  // An award in the request is no field that there is.
  expect((await replace(settled.organiser, { award: '特等奖' })).failure()).toMatchObject({
    error: 'request.invalid',
    fields: [{ path: 'printed.award' }],
  })
  const captain = activity.works[0]!.captain
  await site.pool.query(`update account set access = 'admin' where id = $1`, [captain.id])
  expect((await replace(captain, {})).failure().error).toBe('organiser.takesPart')
  expect((await told(captain)).counts).toEqual([0, 0])
  expect((await office.list({ search: '冯八' })).map(({ number }) => number)).toEqual([held!.number])

  const next = (await replace(settled.organiser, { note: '补发' })).data(contract.replaceCertificate)
  expect([next.award, next.replaces?.number]).toEqual(['三等奖', held!.number])
  expect(await told()).toEqual({ counts: [0, 0], step: undefined, numbers: [] })

  // A work that has lost its prize has no award that could be printed.
  await correct(corrected, null, 3)
  const replaceNext = {
    ...office.as,
    params: { id: next.id },
    body: { reason: 'A miscount', printed: {}, notify: false },
  }
  expect((await site.ask(contract.replaceCertificate, replaceNext)).failure().error).toBe('certificate.noAward')
  expect((await site.ask(contract.readCertificate, { ...office.as, params: { id: next.id } })).data.state).toBe(
    'issued',
  )
  expect(await told()).toEqual({ counts: [1, 1], step: 'replaceCertificates', numbers: [next.number] })
  await site.ask(contract.revokeCertificate, { ...office.as, params: { id: next.id }, body: { reason: 'A miscount' } })
  expect((await told()).counts).toEqual([0, 0])
})

test('experts who judged get certificates of thanks', async () => {
  const issue = await office.create('expert', { from: 'experts', round: settled.round.id })
  expect((await office.plan(issue.id)).counts).toEqual({ new: 3, issued: 0, revoked: 0, blocked: 0 })
})

test('the name on a certificate can be corrected before it is issued, and an open request holds it back', async () => {
  const work = settled.works[3]!
  const captain = { headers: english(work.captain) }
  const ask = (name: string) =>
    site.ask(contract.requestCorrection, { ...captain, body: { work: work.workId, name, reason: 'A rare character' } })
  const correction = (await ask('陈𬭎')).data
  expect((await ask('陈红')).status).toBe(409)
  const issue = await office.create('participation', { from: 'works', activity: settled.activityId })
  expect((await office.plan(issue.id)).counts).toMatchObject({ new: 3, blocked: 1 })
  const decide = (decision: 'accepted' | 'refused') =>
    site.ask(contract.decideCorrection, { ...office.as, params: { id: correction.id }, body: { decision } })
  expect((await decide('refused')).status).toBe(422)
  expect((await decide('accepted')).data.state).toBe('accepted')
  expect((await decide('accepted')).status).toBe(409)
  expect((await office.plan(issue.id)).list.map(({ name }) => name)).toContain('陈𬭎')
})

test('a correction that is accepted at the moment of numbering is printed, and none is accepted afterwards', async () => {
  const works = [{ realName: '蒋十一' }, { realName: '沈十二' }]
  const own = await settledActivity(site, { editionId: settled.editionId, scores: [95, 80], works })
  const [first, second] = own.works
  const request = (work: typeof first, name: string) =>
    site.ask(contract.requestCorrection, {
      headers: english(work!.captain),
      body: { work: work!.workId, name, reason: 'A rare character' },
    })
  const decide = (id: CorrectionId) =>
    site.ask(contract.decideCorrection, { ...office.as, params: { id }, body: { decision: 'accepted' } })
  const issue = await office.create('participation', { from: 'works', activity: own.activityId })

  // Whoever saves the template keeps the task waiting after it has read the names.
  const { pool, close } = connect(site.databaseUrl, () => undefined)
  const client = await pool.connect()
  await client.query('begin')
  await client.query('select from certificate_template where id = $1 for update', [
    office.templateOf('participation').id,
  ])
  await office.start(issue.id)
  await eventually(async () => {
    const { rowCount } = await client.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    if (rowCount === 0) throw new Error('the task has not come to the template')
  })
  expect((await decide((await request(first, '蔣十一')).data.id)).data.state).toBe('accepted')
  await client.query('commit')
  client.release()
  await close()
  await office.ended(issue.id)
  expect((await office.list({ issue: issue.id })).map(({ name }) => name).toSorted()).toEqual(['沈十二', '蔣十一'])

  expect((await request(second, '瀋十二')).failure().error).toBe('certificate.issuedAlready')
  // As a former version may have left one.
  const id = newId<CorrectionId>()
  await site.pool.query(
    `insert into certificate_correction (id, work_id, account_id, state, from_name, to_name, reason, created_at)
     values ($1, $2, $3, 'open', '沈十二', '瀋十二', 'x', now())`,
    [id, second!.workId, second!.captain.id],
  )
  expect((await decide(id)).failure().error).toBe('certificate.correctionLate')
})

test('a certificate that prints another prize, title or name than the list, or anything else than it did, is found', async () => {
  const works = ['冯八', '陈九'].map((realName) => ({ realName }))
  const own = await settledActivity(site, { editionId: settled.editionId, scores: [95, 80], works })
  const results = resultsOffice(site, own)
  await results.save({ rounding: 'up' })
  const { id: list } = await results.compute()
  await announce(list, 1)
  const issue = await office.create('award', { from: 'results', list }, { series: await office.newSeries() })
  await office.start(issue.id)
  await office.ended(issue.id)
  const made = await office.list({ issue: issue.id })
  const numbers = made.map(({ number }) => number).toSorted()
  expect(await verifyAwards(site.db, list)).toEqual({ count: numbers.length, broken: [] })
  const { pool, close } = connect(site.databaseUrl, () => undefined)
  const client = await pool.connect()
  await client.query('set session_replication_role = replica')
  const print = (value: string, text: string) =>
    client.query(`update certificate set content = jsonb_set(content, $2, to_jsonb($3::text)) where number = $1`, [
      numbers[0],
      `{values,${value}}`,
      text,
    ])
  const { rows } = await client.query<{ values: Record<string, string> }>(
    `select content -> 'values' as values from certificate where number = $1`,
    [numbers[0]],
  )
  for (const value of ['award', 'work', 'name', 'institution']) {
    await print(value, '特等奖')
    expect([value, (await verifyAwards(site.db)).broken]).toEqual([value, [numbers[0]]])
    await print(value, rows[0]!.values[value]!)
  }
  client.release(true)
  await close()
  expect((await verifyAwards(site.db)).broken).toEqual([])
})
