import type { ResultListId, RoundId } from '@lectern/contract/ids.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { storeAcceptedWork } from '../testing/accepted-works.ts'
import { issuerOf } from '../testing/certificates.ts'
import { pdfSample } from '../testing/document-samples.ts'
import { createPerson } from '../testing/people.ts'
import { resultsOffice, settledActivity, storeTieOrder } from '../testing/results.ts'
import { startSite, type TestSite } from '../testing/site.ts'

let site: TestSite
let list: ResultListId
let round: RoundId
beforeAll(async () => {
  site = await startSite({ withTasks: true })
  const works = [{ realName: '王芳' }, { realName: '李明' }]
  const activity = await settledActivity(site, { scores: [90, 80], works })
  round = activity.round.id
  const office = resultsOffice(site, activity)
  await office.save()
  await office.compute()
  await office.step('propose')
  await office.step('confirm', { as: await createPerson(site, { access: 'admin' }) })
  list = (await office.step('publicise')).data.id
  const [first] = activity.works
  await storeTieOrder(site, activity, [first!.workId])
  await site.pool.query(
    `insert into tie_decision (round_id, entry_id, position, reason, decided_by, decided_at, decision_id)
     values ($1, $2, 1, 'A vote', $3, now(), gen_random_uuid())`,
    [round, first!.entryId, activity.organiser.id],
  )
  const plan = { part: 'plan', name: 'plan.pdf', content: await pdfSample(1), type: 'application/pdf' }
  await storeAcceptedWork(site, activity.activityId, { files: [plan] })
  const issuer = await issuerOf(site, activity.organiser)
  const { id } = await issuer.create('participation', { from: 'works', activity: activity.activityId })
  await issuer.start(id)
  await issuer.ended(id)
})
afterAll(() => site.close())

const refusal = 'what results follow from is never deleted'

/** What is on record of results, and which of its rows may not be deleted. */
const kept: [table: string, where: () => string][] = [
  ['round', () => `id = '${round}'`],
  ['assignment', () => `round_id = '${round}'`],
  ['sheet', () => `assignment_id in (select id from assignment where round_id = '${round}')`],
  ['sheet_version', () => `assignment_id in (select id from assignment where round_id = '${round}')`],
  ['settlement', () => `round_id = '${round}'`],
  ['prize_rules', () => 'frozen is not null'],
  ['result_list', () => `id = '${list}'`],
  ['result_row', () => `list_id = '${list}'`],
  ['result_decision', () => 'true'],
  ['certificate', () => 'true'],
  ['submission', () => 'true'],
  ['submission_file', () => 'true'],
]

/** What institutions have handed in, and the ledger of their quotas. */
const recommendationRecords = ['recommendation_quota', 'recommendation_submission', 'recommendation_summary']

describe('the database keeps what results follow from', () => {
  test.each(kept)('%s: it deletes no row of it', async (table, where) => {
    const { rowCount } = await site.pool.query(`select from ${table} where ${where()}`)
    expect(rowCount).not.toBe(0)
    await expect(site.pool.query(`delete from ${table} where ${where()}`)).rejects.toThrow(refusal)
  })

  test.each(['entry', 'reviewer'])('%s: it deletes no row that a sheet belongs to', async (table) => {
    await expect(site.pool.query(`delete from ${table} where round_id = '${round}'`)).rejects.toThrow(refusal)
  })

  test('work: it deletes none that was submitted', async () => {
    await expect(site.pool.query('delete from work where submission is not null')).rejects.toThrow(refusal)
  })

  const tables = [...kept.map(([table]) => table), 'round_activity', 'tie_decision']
  /** Only the trigger of this table can refuse: those of all others are off. */
  test.each(tables)('%s: it does not empty it', async (table) => {
    const { rowCount } = await site.pool.query(`select from ${table}`)
    expect(rowCount).not.toBe(0)
    const client = await site.pool.connect()
    try {
      await client.query('begin')
      for (const other of tables) if (other !== table) await client.query(`alter table ${other} disable trigger user`)
      await expect(client.query(`truncate ${table} cascade`)).rejects.toThrow(refusal)
    } finally {
      client.release(true)
    }
  })

  test('every table from which it deletes no rows is emptied by nobody either', async () => {
    const { rows } = await site.pool.query<{ table: string; empties: boolean }>(`
      select tgrelid::regclass::text as table, not exists (
        -- Bit 5: truncate.
        select from pg_trigger as other where other.tgrelid = pg_trigger.tgrelid and other.tgtype & 32 > 0
      ) as empties
      from pg_trigger join pg_proc on pg_proc.oid = tgfoid
      where proname like 'refuse_%delete'
    `)
    expect(rows.filter(({ empties }) => empties)).toEqual([])
    expect(rows.map(({ table }) => table).toSorted()).toEqual(
      [...kept.map(([table]) => table), ...recommendationRecords].toSorted(),
    )
  })
})

test('a site without results may be emptied, and the demo makes way for a real one', async () => {
  const client = await site.pool.connect()
  try {
    await client.query('begin')
    await client.query(`select set_config('lectern.clearing', 'on', true)`)
    await client.query('truncate round, result_list, result_decision, prize_rules, certificate, submission cascade')
    await client.query(`select set_config('lectern.clearing', 'off', true)`)
    for (const [table] of kept) expect((await client.query(`truncate ${table} cascade`)).command).toBe('TRUNCATE')
  } finally {
    client.release(true)
  }
})
