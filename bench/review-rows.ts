import type { ActivityId } from '@lectern/contract/ids.ts'
import type pg from 'pg'
import { someId } from '../server/testing/many-people.ts'

export interface DealtWork {
  /** The number of the expert among the created people. */
  expert: number
  code: string
  token: string
}

const rules = JSON.stringify({
  kind: 'scored',
  mode: 'pool',
  criteria: Array.from({ length: 6 }, (_, at) => ({
    id: `c${at}`,
    label: { 'zh-CN': `评分项 ${at}` },
    help: {},
    max: 1_500,
    levels: [],
  })),
  step: 50,
  expertsPerWork: 5,
  maxWorks: 30,
  aggregate: 'mean',
  ties: [],
  discrepancy: 1_500,
  goesOn: { kind: 'none' },
  weight: 1_000,
  practice: false,
})

const workRules = JSON.stringify({
  parts: [{ id: 'film', label: { 'zh-CN': '录像' }, help: {}, kind: 'video', forExperts: true, forPublic: false }],
  declarations: [],
  blind: true,
  maxTotalMegabytes: 4000,
  uploadMinutes: 60,
})

/**
 * Puts the works of an activity into an open round. The people from `first` on become experts; each judges `perExpert` works. All works
 * share one file of this size.
 */
export const dealWorks = async (
  pool: pg.Pool,
  { activityId, first, perExpert, size }: { activityId: ActivityId; first: number; perExpert: number; size: number },
): Promise<{ works: DealtWork[]; fileIds: string[] }> => {
  await pool.query(`update activity set work_rules = $2 where id = $1`, [activityId, workRules])
  await pool.query(
    `update enrolment set state = 'approved', number = 'B-' || n, sequence = n, submitted_at = now()
     from (select id, row_number() over (order by id) as n from enrolment where activity_id = $1) as numbered
     where numbered.id = enrolment.id`,
    [activityId],
  )
  await pool.query(
    `update account set access = 'expert' where username in (
    select 'crowd-' || n from generate_series($1::int, 100000) as n)`,
    [first],
  )
  await pool.query(
    `insert into work (id, enrolment_id, team_id, activity_id, edition_id, state, title, submission, submitted_at, created_at, updated_at)
     select ${someId}, enrolment.id, team_id, activity_id, activity.edition_id, 'draft', 'A course', null, null, now(), now()
     from enrolment join activity on activity.id = activity_id where activity_id = $1`,
    [activityId],
  )
  await pool.query(
    `insert into file (id, owner_id, purpose, name, type, size, sha256, state, created_at)
     select ${someId}, team_member.account_id, 'work', work.id::text, 'video/mp4', $2, sha256('x'), 'stored', now()
     from work join team_member on team_member.team_id = work.team_id where work.activity_id = $1`,
    [activityId, size],
  )
  await pool.query(
    `insert into work_file (id, work_id, part, position, begun_at, created_at, checked_at, facts, blind)
     select id, name::uuid, 'film', 0, now(), now(), now(), '{"type": "video/mp4"}', '{"kind": "overlay", "ranges": []}'
     from file where purpose = 'work'`,
  )
  await pool.query(
    `insert into submission (work_id, number, submitted_at, is_late, manifest, hash, signature, key_id)
     select work_id, 1, now(), false, jsonb_build_object('title', 'A course', 'summary', repeat('x', 300), 'parts', jsonb_build_array(
       jsonb_build_object('id', 'film', 'kind', 'video', 'label', '{"zh-CN": "录像"}'::jsonb, 'text', null,
         'files', jsonb_build_array(jsonb_build_object('id', id, 'name', 'a.mp4')))))::text,
       sha256('x'), decode(repeat('00', 64), 'hex'), 'bench'
     from work_file`,
  )
  await pool.query(`update work set state = 'accepted', submission = 1, submitted_at = now() where activity_id = $1`, [
    activityId,
  ])
  await pool.query(
    `with made as (
       insert into round (id, code, edition_id, state, name, rules, opens_at, closes_at, frozen, frozen_hash, created_at, updated_at)
       select ${someId}, 'BENCHRND', edition_id, 'open', '{"zh-CN": "初评"}', $2, now() - interval '1 day', now() + interval '1 day', '{}', sha256('{}'), now(), now()
       from activity where id = $1 returning id
     ), taken as (
       insert into entry (id, round_id, work_id, submission, code)
       select ${someId}, made.id, work_id, 1, translate(upper(substr(md5(work_id::text), 1, 6)), '01', 'GH') || ''
       from made, submission returning id
     )
     insert into reviewer (id, round_id, account_id, state, max_works, invited_at, pledge, pledged_at)
     select ${someId}, made.id, account.id, 'accepted', 30, now(), (select max(version) from document where name = 'pledge'), now()
     from made, account where access = 'expert'`,
    [activityId, rules],
  )
  await pool.query(
    `insert into assignment (id, round_id, entry_id, reviewer_id, state, position, token, assigned_at)
     select ${someId}, expert.round_id, entry.id, expert.id, 'open', turn, md5(expert.id::text || entry.id::text), now()
     from (select *, row_number() over (order by id) as n from reviewer) as expert
     cross join generate_series(0, $1::int - 1) as turn
     join (select *, row_number() over (order by id) as n, count(*) over () as all from entry) as entry
       on entry.n = (expert.n + turn) % entry.all + 1`,
    [perExpert],
  )
  for (const table of ['work', 'file', 'work_file', 'submission', 'entry', 'reviewer', 'assignment'])
    await pool.query(`analyze ${table}`)
  const { rows } = await pool.query<DealtWork>(
    `select substr(username, 7)::integer as expert, entry.code, assignment.token
     from assignment join reviewer on reviewer.id = reviewer_id join account on account.id = account_id join entry on entry.id = entry_id
     order by expert, assignment.position`,
  )
  const files = await pool.query<{ id: string }>(`select id from file where purpose = 'work'`)
  return { works: rows, fileIds: files.rows.map(({ id }) => id) }
}
