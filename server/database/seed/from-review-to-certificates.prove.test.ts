import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { FileId } from '@lectern/contract/ids.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoStampHash } from '../../features/certificates/service.ts'
import { openFile } from '../../features/files/service.ts'
import { verifyLists } from '../../features/results/verification/verify-lists.ts'
import { remindReviewers } from '../../features/rounds/reviewers/reviewer-notices.ts'
import { round } from '../../features/rounds/tables.ts'
import { remindOfDeadlines } from '../../features/scoring/board/reminders.ts'
import type { StoredRow } from '../../features/scoring/settlement/settle-round.ts'
import { settlement } from '../../features/scoring/tables.ts'
import { systemContext } from '../../installation.ts'
import { invariants } from '../../invariants.ts'
import type { Installation } from '../../platform/context.ts'
import { connect, type Connection } from '../../platform/database/connect.ts'
import { asc } from '../../platform/database/drizzle.ts'
import { brokenInvariants } from '../../platform/invariants.ts'
import { createDatabase } from '../../testing/database.ts'
import { temporaryInstallation } from '../../testing/installation.ts'
import { fixedNow } from '../../testing/site.ts'
import { demoExpert, secondOrganiser } from './people.ts'
import { seedDemo } from './seed.ts'

let connection: Connection
let installation: Installation

/** A moment of the day at which the day is another one where the contest takes place. */
const late = new Date(fixedNow.getTime() + 8 * 3_600_000)

beforeAll(async () => {
  connection = connect(await createDatabase(), () => undefined)
  installation = await temporaryInstallation(connection.db)
  await seedDemo(connection.db, installation, late)
})
afterAll(() => connection.close())

const rowsOf = async <Row extends object>(query: string, values: unknown[] = []): Promise<Row[]> =>
  (await connection.pool.query<Row>(query, values)).rows

test('there is a settled round of last year, and an open one and a draft of this year', async () => {
  const rows = await rowsOf(`
    select round.state, edition.current, activity.code,
      (select count(*)::integer from entry where round_id = round.id) as works,
      (select count(*)::integer from reviewer where round_id = round.id) as experts
    from round join edition on edition.id = edition_id join round_activity on round_id = round.id
    join activity on activity.id = activity_id order by round.created_at`)
  expect(rows).toEqual([
    { state: 'settled', current: false, code: 'KC', works: 14, experts: 6 },
    { state: 'open', current: true, code: 'FZ', works: 9, experts: 6 },
    { state: 'draft', current: true, code: 'KC', works: 0, experts: 3 },
  ])
  expect(await brokenInvariants(connection.pool, invariants)).toEqual([])
})

test('the result of last year has a spread of scores, and two works share a rank', async () => {
  const [stored] = await connection.db.select({ rows: settlement.rows }).from(settlement)
  const ranked = JSON.parse(stored!.rows) as StoredRow[]
  expect(ranked.map(({ rank }) => rank)).toEqual([1, 2, 3, 4, 5, 6, 6, 8, 9, 10, 11, 12, 13, 14])
  expect(ranked[0]!.score! - ranked.at(-1)!.score!).toBeGreaterThan(3_000)
  const sheets = ranked.map(({ used, dropped }) => used.length + dropped.length).toSorted()
  expect(sheets).toEqual([...Array.from({ length: 13 }, () => 3), 4])
})

test('last year’s round had a third expert, a declared conflict, an answered report and signed panels', async () => {
  const [counts] = await rowsOf(`
    with former as (select id from round where state = 'settled')
    select
      (select count(*)::integer from assignment where round_id in (select id from former) and is_third) as thirds,
      (select count(*)::integer from conflict where round_id in (select id from former) and kind = 'declared') as declared,
      (select count(*)::integer from conflict where round_id in (select id from former) and kind = 'institution') as found,
      (select count(*)::integer from flag where round_id in (select id from former) and resolved_at is not null) as answered,
      (select count(*)::integer from panel_signature) as signatures`)
  expect(counts).toEqual({ thirds: 1, declared: 1, found: 2, answered: 1, signatures: 2 })
})

test('the expert of the demo has works that are submitted, begun and untouched', async () => {
  const rows = await rowsOf<{ state: string }>(
    `select case when assignment.is_finished then 'submitted' when sheet.assignment_id is null then 'untouched' else 'begun' end as state
     from assignment join round on round.id = assignment.round_id join reviewer on reviewer.id = assignment.reviewer_id
     join account on account.id = reviewer.account_id left join sheet on sheet.assignment_id = assignment.id
     where round.state = 'open' and assignment.state = 'open' and username = $1 order by position`,
    [demoExpert],
  )
  expect(rows.map(({ state }) => state)).toEqual(['submitted', 'submitted', 'begun', 'begun', 'untouched', 'untouched'])
})

test('in the open round sheets are far apart, a conflict is declared and a report waits', async () => {
  const [counts] = await rowsOf(`
    with running as (select id from round where state = 'open')
    select
      (select count(*)::integer from (
        select entry_id from assignment join sheet on sheet.assignment_id = assignment.id
        where round_id in (select id from running) and assignment.state = 'open' and is_finished
        group by entry_id having max(total) - min(total) > 1500
      ) as apart) as apart,
      (select count(*)::integer from conflict where round_id in (select id from running) and kind = 'declared') as declared,
      (select count(*)::integer from flag where round_id in (select id from running) and resolved_at is null) as waiting`)
  expect(counts).toEqual({ apart: 1, declared: 1, waiting: 1 })
})

test('nothing happens in the future, and no step comes before the one that it follows', async () => {
  const wrong = await rowsOf(
    `select id from assignment where assigned_at > $1 or ended_at < assigned_at
     union select assignment_id from sheet_version where submitted_at > $1
     union select assignment.id from assignment join sheet on sheet.assignment_id = assignment.id join round on round.id = assignment.round_id
       where sheet.created_at < round.opened_at or sheet.created_at < assignment.assigned_at
     union select reviewer.id from reviewer join account on account.id = reviewer.account_id where invited_at < account.created_at
       or answered_at < invited_at or pledged_at < answered_at
     union select entry.id from entry join round on round.id = entry.round_id join work on work.id = entry.work_id
       where work.updated_at > round.opened_at and work.state <> 'disqualified'`,
    [late],
  )
  expect(wrong).toEqual([])
  const rounds = await connection.db.select().from(round).orderBy(asc(round.createdAt))
  const moments = rounds.flatMap(({ createdAt, openedAt, closedAt, settledAt }) =>
    [createdAt, openedAt, closedAt, settledAt].flatMap((moment) => moment ?? []),
  )
  expect(moments).toEqual(moments.toSorted((one, other) => one.getTime() - other.getTime()))
  expect(moments.filter((moment) => moment > late)).toEqual([])
})

test('a new demo reminds no expert, and sends nothing', async () => {
  const counts = () => rowsOf('select (select count(*) from notice), (select count(*) from outbox)')
  const before = await counts()
  const ctx = systemContext({ db: connection.db, installation, clock: { now: () => late } })
  await remindReviewers(ctx)
  await remindOfDeadlines(ctx)
  expect(await counts()).toEqual(before)
})

test('last year’s results were announced in their second version, and every awarded work may be shown', async () => {
  const rows = await rowsOf<{ state: string; version: number; awarded: number; shown: number }>(`
    select state, public_version as version, count(award_position)::integer as awarded,
      (count(award_position) filter (where is_licensed and parts && array['film', 'innovation', 'description']))::integer as shown
    from result_list join result_row on list_id = result_list.id
    group by result_list.id order by result_list.number`)
  expect(rows.map(({ state, version }) => [state, version])).toEqual([
    ['superseded', 1],
    ['announced', 2],
  ])
  expect(rows[1]!.awarded).toBe(8)
  expect(rows[1]!.shown).toBe(8)
})

test('the second version follows from an objection that was upheld', async () => {
  const rows = await rowsOf(
    `
    select kind, contest_case.state, effect, public_version as version, team.name as team, work.state as work,
      case_party.unit, ruler.username as ruler, contest_case.received_at < closed_at as is_ordered, erase_at > $1 as is_kept,
      (select count(*)::integer from case_evidence where case_id = contest_case.id) as files
    from contest_case join result_list on result_list.id = list_id join work on work.id = work_id join team on team.id = work.team_id
    join case_party on case_id = contest_case.id join account as ruler on ruler.id = contest_case.decided_by`,
    [late],
  )
  expect(rows).toEqual([
    {
      kind: 'objection',
      state: 'upheld',
      effect: 'disqualify',
      version: 1,
      team: '零的左边',
      work: 'disqualified',
      unit: '灞桥理工大学',
      ruler: secondOrganiser,
      is_ordered: true,
      is_kept: true,
      files: 1,
    },
  ])
  const changes = await rowsOf<{ team: string; before: string | null; after: string | null }>(`
    select team, change -> 'before' ->> 'prize' as before, change -> 'after' ->> 'prize' as after
    from result_list cross join lateral jsonb_array_elements(difference) as change
    join result_row on list_id = result_list.id and result_row.number = change ->> 'number'
    where change -> 'before' -> 'prize' <> change -> 'after' -> 'prize' order by team collate "C"`)
  expect(changes.map(({ team, before, after }) => [team, before, after])).toEqual([
    ['点线面', 'third', 'second'],
    ['留白', null, 'third'],
    ['零的左边', 'second', null],
  ])
})

test('nothing of it is left to do: no task waits, nobody is notified, and both organisers are arbiters', async () => {
  const tasks = await rowsOf(`select kind, state from task where kind = 'rank'`)
  expect(tasks).toEqual([{ kind: 'rank', state: 'done' }])
  const jobs = await rowsOf(`select from graphile_worker.jobs where task_identifier = 'rank'`)
  expect(jobs).toEqual([])
  const unread = await rowsOf(`
    select from notice where link like '%/Case%' and not exists (select from notice_read where notice_id = notice.id)`)
  expect(unread).toEqual([])
  const arbiters = await rowsOf<{ username: string }>(
    'select username from arbiter join account on account.id = account_id where ended_at is null order by username',
  )
  expect(arbiters.map(({ username }) => username)).toEqual(['admin', secondOrganiser])
})

test('they follow from the sheets', async () => {
  expect(await verifyLists(connection.db)).toEqual({ count: 2, broken: [] })
})

test('the stamp is known by its SHA-256, by which a real site gets rid of it', async () => {
  const stamp = await readFile(join(import.meta.dirname, 'certificates/stamp.png'))
  expect(createHash('sha256').update(stamp).digest('hex')).toBe(demoStampHash)
})

test('everybody of an awarded work and every expert of last year has a certificate; one was revoked, one replaced', async () => {
  const rows = await rowsOf(`
    select kind, certificate_issue.state, blocked, count(*)::integer,
      (count(*) filter (where certificate.state = 'issued'))::integer as valid,
      (count(*) filter (where certificate.state = 'revoked'))::integer as revoked
    from certificate join certificate_issue using (kind) group by kind, certificate_issue.state, blocked order by kind`)
  expect(rows).toEqual([
    { kind: 'award', state: 'issued', blocked: 0, count: 14, valid: 12, revoked: 1 },
    { kind: 'expert', state: 'issued', blocked: 0, count: 6, valid: 6, revoked: 0 },
  ])
  const names = await rowsOf(`
    select former.content -> 'values' ->> 'name' as former, later.content -> 'values' ->> 'name' as later
    from certificate as later join certificate as former on former.id = later.replaces_id`)
  expect(names).toEqual([{ former: '刘晓燕', later: '刘晓䶮' }])
})

test('each of them has its PDF, and their notices are read', async () => {
  const made = await rowsOf<{ file_id: FileId; pdf_sha256: Buffer }>('select file_id, pdf_sha256 from certificate')
  const ctx = systemContext({ db: connection.db, installation, clock: { now: () => late } })
  for (const { file_id: id, pdf_sha256: sha256 } of made) {
    const content = await buffer((await openFile(ctx, { purpose: 'certificate', id }))!)
    expect(createHash('sha256').update(content).digest()).toEqual(sha256)
  }
  const unread = await rowsOf(`
    select id from notice left join notice_read on notice_id = id
    where link = '/account/Certificate' and read_at is null`)
  expect(unread).toEqual([])
})

test('somebody of this year asks for a rare character in their name', async () => {
  expect(await rowsOf('select state, from_name, to_name from certificate_correction')).toEqual([
    { state: 'open', from_name: '于洪伟', to_name: '于𬭎伟' },
  ])
})
