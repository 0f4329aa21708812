import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { invariants } from './invariants.ts'
import { connect, type Connection } from './platform/database/connect.ts'
import { askInvariants, brokenInvariants } from './platform/invariants.ts'
import { createDemoDatabase } from './testing/demo.ts'

let site: Connection

beforeAll(async () => {
  site = connect(await createDemoDatabase(), () => undefined)
})
afterAll(() => site.close())

const dropChecks = `
  do $$ declare found record; begin
    for found in select conrelid::regclass as place, conname from pg_constraint
      where connamespace = 'public'::regnamespace and contype = 'c'
    loop execute format('alter table %s drop constraint %I', found.place, found.conname); end loop;
  end $$`

/** Violates rules, bypassing constraints and triggers, in a transaction that is rolled back. */
const brokenAfter = async (statements: readonly string[]): Promise<string[]> => {
  const client = await site.pool.connect()
  try {
    await client.query('begin')
    await client.query('set local session_replication_role = replica')
    await client.query(dropChecks)
    for (const statement of statements) expect((await client.query(statement)).rowCount).not.toBe(0)
    return (await askInvariants(client, invariants)).filter(({ count }) => count > 0).map(({ name }) => name)
  } finally {
    client.release(true)
  }
}

test('the demo keeps all rules', async () => {
  expect(await brokenInvariants(site.pool, invariants)).toEqual([])
})

const anEnrolment = (state: string): string => `(select id from enrolment where state = '${state}' order by id limit 1)`

const aWork = (state: string): string => `(select id from work where state = '${state}' order by id limit 1)`

const aTask = (state: string, more: Record<string, string>): string =>
  `insert into task (${['id', 'kind', 'state', 'input', 'subject', 'created_at', ...Object.keys(more)].join(', ')})
   values (${['gen_random_uuid()', `'inspect'`, `'${state}'`, `'{}'`, `'a file'`, 'now()', ...Object.values(more)].join(', ')})`

const [roundOne, roundTwo, anEntry, aReviewer] = ['1', '2', '3', '4'].map(
  (digit) => `'00000000-0000-7000-8000-00000000000${digit}'`,
)

/** A round with one expert and one work in this state, which the expert judges. */
const aRound = (state: string, workState = 'accepted'): string[] => [
  `insert into round (id, code, edition_id, state, name, rules, created_at, updated_at)
   select id::uuid, code, (select min(id::text)::uuid from edition), '${state}', '{}', '{}', now(), now()
   from (values (${roundOne}, 'AAAAAAAA'), (${roundTwo}, 'BBBBBBBB')) as made (id, code)`,
  `insert into round_activity (round_id, activity_id) select ${roundOne}, activity_id from work where id = ${aWork(workState)}`,
  `insert into entry (id, round_id, work_id, submission, code) values (${anEntry}, ${roundOne}, ${aWork(workState)}, 1, 'AAAAAA')`,
  `insert into reviewer (id, round_id, account_id, state, max_works, invited_at)
   values (${aReviewer}, ${roundOne}, (select min(id::text)::uuid from account), 'accepted', 9, now())`,
]

const anAssignment = `insert into assignment (id, round_id, entry_id, reviewer_id, state, position, token, assigned_at)
  values (gen_random_uuid(), ${roundOne}, ${anEntry}, ${aReviewer}, 'open', 1, 'token', now())`

interface ListedWork {
  rank: number
  score: number
  prize?: string
}

const resultList = `'00000000-0000-7000-8000-000000000005'`

/** A result list of an activity that has none, with these works. */
const aResultList = (columns: Record<string, string> = {}, works: readonly ListedWork[] = []): string[] => {
  const hashed = works.map(({ rank, score, prize = null }, at) => ({
    number: `N${at}`,
    group: null,
    rank,
    score,
    prize,
    isExcluded: false,
    isCapped: false,
    isAdjusted: false,
  }))
  const texts = { input: `'{"rounds":[]}'`, rows: `'${JSON.stringify(hashed)}'`, ...columns }
  const all: Record<string, string> = {
    id: resultList,
    activity_id:
      '(select id from activity where not exists (select from result_list where activity_id = activity.id) limit 1)',
    number: '1',
    state: `'computed'`,
    rules: `'{"tiers":[{"id":"a"},{"id":"b"}],"ties":"out"}'`,
    rules_hash: `sha256('rules')`,
    input_hash: `sha256(convert_to(${texts.input}, 'UTF8'))`,
    rows_hash: `sha256(convert_to(${texts.rows}, 'UTF8'))`,
    totals: `'{"groups":[]}'`,
    computed_at: 'now()',
    ...texts,
  }
  return [
    `insert into result_list (${Object.keys(all).join(', ')}) values (${Object.values(all).join(', ')})`,
    ...hashed.map(
      ({ number, rank, score, prize }, at) => `
        insert into result_row (list_id, work_id, submission, position, award_position, number, rank, score, prize,
          is_excluded, is_capped, is_adjusted, title, team, people, search)
        values (${resultList}, gen_random_uuid(), 1, ${at + 1}, ${prize === null ? 'null' : at + 1}, '${number}', ${rank}, ${score},
          ${prize === null ? 'null' : `'${prize}'`}, false, false, false, '', '', '[]', '')`,
    ),
  ]
}

/** Seen by visitors. */
const shownToVisitors = { public_version: '1', publicised_at: 'now()', publicity_until: `now() + interval '7 days'` }
const [aTemplate, aSeries, anIssue] = ['5', '6', '7'].map((digit) => `'00000000-0000-7000-8000-00000000000${digit}'`)

const certificateColumns = `id, issue_id, series_id, sequence, number, code, kind, subject, person, award, edition_id, template_id,
  template_number, locale, content, content_hash, state, issued_at, ended_at, reason`

const aCertificate = (sequence: number, state: string, { number }: { number?: string } = {}): string => {
  const digits = `00000${sequence}`
  return `insert into certificate (${certificateColumns})
   values (gen_random_uuid(), ${anIssue}, ${aSeries}, ${sequence},
     ${number ? `'${number}'` : `'LT2026-AI-${digits}' || certificate_check('LT2026AI${digits}')`}, 'code', 'award', 'work',
     'person ${sequence}', '', (select min(id::text)::uuid from edition), ${aTemplate}, 1, 'zh-CN', '{}', sha256('x'), '${state}', now(),
     ${state === 'issued' ? 'null, null' : `now(), 'wrong'`})`
}

/** A series with these certificates. */
const certificates = (last: number, ...made: string[]): string[] => [
  `insert into certificate_template (id, kind, name, created_at, updated_at) values (${aTemplate}, 'award', '{}', now(), now())`,
  `insert into certificate_template_version (template_id, number, design, used_at, created_at) values (${aTemplate}, 1, '{}', now(), now())`,
  `insert into certificate_series (id, prefix, year, code, last, created_at) values (${aSeries}, 'LT', 2026, 'AI', ${last}, now())`,
  `insert into certificate_issue (id, kind, state, source, edition_id, template_id, series_id, locale, dated, notify, created_at, updated_at)
   values (${anIssue}, 'award', 'issuing', '{"from": "sheet"}', (select min(id::text)::uuid from edition), ${aTemplate}, ${aSeries}, 'zh-CN',
     now(), false, now(), now())`,
  ...made,
]

const aSheet = (values: string): string[] => [
  ...aRound('planned'),
  `update round set rules = '{"kind": "scored", "criteria": [{"id": "a", "max": 100}, {"id": "b", "max": 50}]}' where id = ${roundOne}`,
  anAssignment,
  `update assignment set is_finished = true where round_id = ${roundOne}`,
  `insert into sheet (assignment_id, version, number, total, submitted_at, created_at, updated_at)
   select id, 1, 1, 120, '2026-01-01Z', now(), now() from assignment where round_id = ${roundOne}`,
  `insert into sheet_version (assignment_id, number, scores, total, comment, remark, seconds, submitted_at)
   select id, ${values}, '', '', 0, '2026-01-01Z' from assignment where round_id = ${roundOne}`,
]

const [caseOne, caseTwo] = ['6', '7'].map((digit) => `'00000000-0000-7000-8000-00000000000${digit}'`)

/** A list that visitors have seen. */
const aSeenList = (state: string): string[] =>
  aResultList({
    state: `'${state}'`,
    ...shownToVisitors,
    confirmed_at: 'now()',
    ...(state === 'final' && { finalised_at: `now() + interval '7 days'` }),
  })

/** A case about that list, with its party and its history. */
const aCase = (id: string, state: string, more: Record<string, string> = {}): string[] => {
  const values = { kind: `'objection'`, side: `'objector'`, closed_at: 'null', ...more }
  return [
    `insert into contest_case (id, number, list_id, activity_id, state, text, received_at, ${Object.keys(values).join(', ')})
     select ${id}, ${id}, id, activity_id, '${state}', 'Unfair', now(), ${Object.values(values).join(', ')}
     from result_list where id = ${resultList}`,
    `insert into case_party (case_id, account_id, real_name, unit)
     select ${id}, id, 'Li Na', 'A school' from account order by id limit 1`,
    `insert into case_event (id, case_id, kind, at, is_of_party)
     select gen_random_uuid(), ${id}, kind, now(), false from unnest(array['received', '${state}']) with ordinality as step (kind, turn)
     where turn = 1 or kind <> 'received' order by turn`,
  ]
}

/** A way to violate each rule, and which others this violates. */
const breaks: Record<string, { by: string[]; alsoBreaks?: string[] }> = {
  'the certificates of a series are numbered from 1 without gaps': {
    by: certificates(3, aCertificate(1, 'issued'), aCertificate(3, 'issued')),
  },
  'the number of a certificate names its series and ends in the right check character': {
    by: certificates(1, aCertificate(1, 'issued', { number: 'LT2026-AI-000001X' })),
  },
  'nobody has two valid certificates for the same award': {
    by: [
      'drop index certificate_valid',
      ...certificates(2, aCertificate(1, 'issued'), aCertificate(2, 'issued')),
      `update certificate set person = 'somebody' where issue_id = ${anIssue}`,
    ],
  },
  'nobody has valid certificates for two prizes of one work': {
    by: [
      ...certificates(2, aCertificate(1, 'issued'), aCertificate(2, 'issued')),
      `update certificate set person = 'somebody', award = 'prize ' || sequence, work_id = (select min(id::text)::uuid from work)
       where issue_id = ${anIssue}`,
    ],
  },
  'a certificate was replaced if and only if another one replaces it': {
    by: certificates(1, aCertificate(1, 'replaced')),
  },
  'a certificate that was revoked or replaced says when and why, and no other one does': {
    by: [
      ...certificates(1, aCertificate(1, 'issued')),
      `update certificate set reason = 'wrong' where issue_id = ${anIssue}`,
    ],
  },
  'the PDF of a certificate is stored with its hash': {
    by: [
      ...certificates(1, aCertificate(1, 'issued')),
      `update certificate set pdf_sha256 = sha256('other'), pdf_size = 1,
         file_id = (select id from file where state = 'stored' and purpose <> 'certificate' limit 1) where issue_id = ${anIssue}`,
    ],
  },
  'every certificate of an issue that has ended has a PDF, or a task that prints it': {
    by: [
      ...certificates(1, aCertificate(1, 'issued')),
      // As old as one that was replaced since.
      `update certificate_issue set state = 'issued', finished_at = now() - interval '1 day' where id = ${anIssue}`,
    ],
  },
  'a template version with certificates is marked as used, and no other one is': {
    by: [
      ...certificates(1, aCertificate(1, 'issued')),
      `update certificate_template_version set used_at = null where template_id = ${aTemplate}`,
    ],
  },
  'the rules of an opened round are those that were frozen, and their hash recomputes': {
    by: [...aRound('planned'), `update round set frozen = '{}', frozen_hash = '\\x00' where id = ${roundOne}`],
  },
  'a work in a round belongs to one of its activities': {
    by: [...aRound('draft'), `delete from round_activity where round_id = ${roundOne}`],
  },
  'a work that takes part in a planned or running round is accepted': { by: aRound('planned', 'submitted') },
  'nobody judges a work against a standing conflict': {
    by: [
      ...aRound('planned'),
      anAssignment,
      `insert into conflict (id, round_id, reviewer_id, entry_id, kind, created_at)
       values (gen_random_uuid(), ${roundOne}, ${aReviewer}, ${anEntry}, 'set', now())`,
    ],
  },
  'work, expert, panel and assignment belong to the same round': {
    by: [...aRound('planned'), anAssignment, `update reviewer set round_id = ${roundTwo} where id = ${aReviewer}`],
  },
  'an expert who judges works is in the round, with no more works than their limit': {
    by: [...aRound('planned'), anAssignment, `update reviewer set state = 'removed' where id = ${aReviewer}`],
  },
  'a submitted sheet has points for each criterion and nothing else, within their limits, and its total is their sum': {
    by: aSheet(`1, '{"a": 120}', 120`),
  },
  'submitted versions of a sheet are numbered from 1, and the sheet has number, total and time of the last one': {
    by: aSheet(`2, '{"a": 80, "b": 40}', 120`),
  },
  'an assignment is finished if and only if a sheet was submitted': {
    by: [
      ...aSheet(`1, '{"a": 80, "b": 40}', 120`),
      `update assignment set is_finished = false where round_id = ${roundOne}`,
    ],
  },
  'works of a draft are assigned to nobody': { by: [...aRound('draft'), anAssignment] },
  'no list is final while an objection or appeal against it or an earlier version is open': {
    by: [...aSeenList('final'), ...aCase(caseOne!, 'received')],
  },
  'a case belongs to the activity of its list and of its work': {
    by: [
      ...aSeenList('publicised'),
      ...aCase(caseOne!, 'received'),
      `update contest_case set activity_id = (select id from activity where id <> contest_case.activity_id limit 1) where id = ${caseOne}`,
    ],
  },
  'who filed a case is known until it is closed': {
    by: [
      ...aSeenList('publicised'),
      ...aCase(caseOne!, 'received'),
      `delete from case_party where case_id = ${caseOne}`,
    ],
  },
  'an appeal is about a decided objection, and another arbiter decides it': {
    by: [
      ...aSeenList('publicised'),
      ...aCase(caseOne!, 'received'),
      ...aCase(caseTwo!, 'received', { kind: `'appeal'`, appeal_of: caseOne! }),
    ],
  },
  'every case has been received once, and its state is that of its history': {
    by: [
      ...aSeenList('publicised'),
      ...aCase(caseOne!, 'received'),
      `delete from case_event where case_id = ${caseOne}`,
    ],
  },
  'a background task has an end if and only if it has ended': {
    by: [aTask('waiting', { finished_at: 'now()' })],
  },
  'a background task that runs or is done was started': { by: [aTask('running', {})] },
  'a background task that has failed says why': { by: [aTask('failed', { finished_at: 'now()' })] },
  'the file that a background task made is kept until a moment': {
    by: [aTask('waiting', { file_until: 'now()' })],
  },
  'a team has one captain, and a disbanded team has nobody': {
    by: [
      `update team_member set role = 'member' where role = 'captain' and team_id = (select min(team_id::text)::uuid from team_member)`,
    ],
  },
  'nobody is in a team of an activity on which they have acted as an organiser': {
    by: [
      `insert into activity_organiser (account_id, activity_id, since)
       select account_id, activity_id, joined_at from team_member order by account_id limit 1`,
    ],
  },
  'a team member has the activity of the team': {
    by: [
      `update team_member set activity_id = gen_random_uuid() where team_id = (select min(team_id::text)::uuid from team_member)`,
    ],
  },
  'a person is captain or member once per activity': {
    by: [
      'drop index team_member_once',
      `insert into team_member select other.id, account_id, team_member.activity_id, 'member', 9, joined_at
       from team_member join team as other on other.activity_id = team_member.activity_id and other.id <> team_id
       where role = 'captain' and disbanded_at is null and not exists (
         select from team_member as there where there.team_id = other.id and there.account_id = team_member.account_id
       ) order by other.id limit 1`,
    ],
  },
  'a person advises at most 5 teams of an activity': {
    by: [
      `insert into team select gen_random_uuid(), activity_id, 'more', '', 'code' || n, now(), 1, now(), now(), now()
       from (select activity_id from team order by id limit 1) as one, generate_series(1, 6) as n`,
      `insert into team_member select team.id, account.id, activity_id, 'advisor', 1, now()
       from team, (select id from account order by id desc limit 1) as account where name = 'more'`,
    ],
    alsoBreaks: ['a team has one captain, and a disbanded team has nobody'],
  },
  'a team has no more people than its activity allows': {
    by: [`update activity set team_max = 0 where id = (select activity_id from team_member order by team_id limit 1)`],
  },
  'the seat count of an activity equals its occupied seats': {
    by: [
      `update tally set taken = taken + 1 where activity_id = (select activity_id from tally where capacity is null limit 1)`,
    ],
  },
  'the seat count of an activity equals its waiting teams and the seats reserved for them': {
    by: [`update tally set waiting = waiting + 1 where activity_id = (select activity_id from tally limit 1)`],
  },
  'a team on the waiting list has a draft in the same activity': {
    by: [
      `insert into waiting (team_id, activity_id, joined_at)
       select team_id, activity_id, now() from enrolment where id = ${anEnrolment('approved')}`,
      `update tally set waiting = waiting + 1
       where activity_id = (select activity_id from enrolment where id = ${anEnrolment('approved')})`,
    ],
  },
  'occupied and reserved seats never exceed the capacity of the seat count': {
    by: [
      `update tally set capacity = 1 where activity_id = (select activity_id from enrolment where id = ${anEnrolment('approved')})`,
    ],
    alsoBreaks: ['an activity and its seat count have the same capacity'],
  },
  'occupied seats never exceed the capacity of the activity': {
    by: [
      `update activity set capacity = 0 where id = (select activity_id from enrolment where state = 'approved' order by id limit 1)`,
    ],
    alsoBreaks: ['an activity and its seat count have the same capacity'],
  },
  'an activity and its seat count have the same capacity': {
    by: [
      `delete from tally where activity_id = (select id from activity where id not in (select activity_id from enrolment) limit 1)`,
    ],
  },
  'enrolment numbers are unique, and none exceeds the last assigned one': {
    by: [
      `update tally set last_number = 0 where activity_id = (select activity_id from enrolment where sequence > 0 limit 1)`,
    ],
  },
  'the events of an enrolment follow each other and lead to its state': {
    by: [`delete from enrolment_event where enrolment_id = ${anEnrolment('approved')} and to_state = 'approved'`],
  },
  'every event of an enrolment is an allowed transition': {
    by: [
      `update enrolment_event set from_state = 'withdrawn' where to_state = 'approved' and enrolment_id = ${anEnrolment('approved')}`,
    ],
    alsoBreaks: ['the events of an enrolment follow each other and lead to its state'],
  },
  'exactly the submitted enrolments have a number and a time of submission': {
    by: [`update enrolment set submitted_at = null where id = ${anEnrolment('submitted')}`],
  },
  'exactly the decided enrolments have a time of decision': {
    by: [`update enrolment set decided_at = null where id = ${anEnrolment('approved')}`],
  },
  'exactly the returned enrolments have a deadline for resubmission': {
    by: [`update enrolment set resubmit_by = now() where id = ${anEnrolment('approved')}`],
  },
  'an enrolment is in the activity of its team': {
    by: [
      `update team set activity_id = (select id from activity where id <> team.activity_id limit 1)
       where id = (select team_id from enrolment where state = 'draft' order by id limit 1)`,
    ],
    alsoBreaks: ['a team member has the activity of the team'],
  },
  'a deleted account is only in teams whose enrolment was submitted': {
    by: [
      `update account set status = 'deleted' where id = (
         select min(account_id::text)::uuid from team_member join enrolment using (team_id) where number is null
       )`,
    ],
  },
  'a disbanded team has no open enrolment': {
    by: [
      `delete from team_member where team_id = (select team_id from enrolment where state = 'draft' order by id limit 1)`,
      `update team set disbanded_at = now() where id = (select team_id from enrolment where state = 'draft' order by id limit 1)`,
    ],
  },
  'a work beyond draft belongs to an approved enrolment': {
    by: [
      `update work set enrolment_id = other.id, team_id = other.team_id, activity_id = other.activity_id, edition_id = other.edition_id
       from enrolment as other where other.id = ${anEnrolment('submitted')} and work.id = ${aWork('returned')}`,
    ],
  },
  'a work belongs to the team and activity of its enrolment': {
    by: [
      `update work set team_id = (select id from team where id <> work.team_id limit 1) where id = ${aWork('accepted')}`,
    ],
  },
  'submissions of a work are numbered from 1 without gaps and chained by their hashes': {
    by: [`update work set submission = 2 where id = ${aWork('accepted')}`],
  },
  'the hash of a manifest is that of its text': {
    by: [`update submission set hash = sha256('other') where work_id = ${aWork('accepted')}`],
  },
  'every file that a submission names exists with its hash': {
    by: [
      `update file set sha256 = sha256('other')
       where id = (select file_id from submission_file where work_id = ${aWork('accepted')} limit 1)`,
    ],
  },
  'the steps of a work follow each other and lead to its state': {
    by: [`update work set state = 'withdrawn' where id = ${aWork('submitted')}`],
  },
  'every step of a work is one that may be taken': {
    by: [
      `update work_event set to_state = 'returned' where work_id = ${aWork('accepted')} and to_state = 'submitted'`,
      `update work_event set from_state = 'returned' where work_id = ${aWork('accepted')} and to_state = 'accepted'`,
    ],
  },
  'what was decided on, and nothing else, has the time of a decision': {
    by: [`update work set decided_at = null where id = ${aWork('accepted')}`],
  },
  'what was returned, and nothing else, has a time by which it is answered': {
    by: [`update work set resubmit_by = now() where id = ${aWork('accepted')}`],
  },
  'nothing is submitted after the end without grace, extension, return or an upload that was started in time': {
    by: [`update submission set is_late = true, submitted_at = '2099-01-01Z' where work_id = ${aWork('accepted')}`],
  },
  'the hashes of a result list are those of its input and its rows': {
    by: aResultList({ rows_hash: `sha256('other')` }),
  },
  'frozen prize rules have their hash, and every list that was proposed follows them': {
    by: aResultList({ state: `'proposed'`, proposed_at: 'now()' }),
  },
  'a result list was computed from settlements that are stored unchanged': {
    by: aResultList({ input: `'{"rounds":[{"code":"none","settlement":1,"hash":"00"}]}'` }),
  },
  'the works of a result list are shown as they were hashed': {
    by: [
      ...aResultList({}, [{ rank: 1, score: 9_000 }]),
      `update result_row set score = 9100 where list_id = ${resultList}`,
    ],
  },
  'in a result list the rank follows the score, and the prize the rank': {
    by: aResultList({}, [
      { rank: 1, score: 9_000 },
      { rank: 2, score: 8_000, prize: 'a' },
    ]),
  },
  'no more works have prizes than there are places': {
    by: aResultList({ totals: `'{"groups":[{"group":null,"tiers":[{"tier":"a","places":0}]}]}'` }, [
      { rank: 1, score: 9_000, prize: 'a' },
    ]),
  },
  'a result list that visitors saw was confirmed by a second organiser, or by the only one with a reason': {
    by: aResultList(shownToVisitors),
  },
  'a result list is final after its publicity and announced after that': {
    by: aResultList({ ...shownToVisitors, confirmed_at: 'now()', finalised_at: 'now()' }),
  },
  'the versions of results that visitors saw are numbered from 1 without gaps': {
    by: aResultList({ ...shownToVisitors, confirmed_at: 'now()', public_version: '2' }),
  },
  'the files of a part that is being prepared have different positions': {
    by: [`update work_file set position = 0 where part = 'slides'`],
  },
}

describe('a rule that is broken is named:', () => {
  test('there is a way to break each of them', () => {
    expect(Object.keys(breaks).toSorted()).toEqual(invariants.map(({ name }) => name).toSorted())
  })

  test.each(Object.entries(breaks))('%s', async (name, { by, alsoBreaks = [] }) => {
    expect((await brokenAfter(by)).toSorted()).toEqual([name, ...alsoBreaks].toSorted())
  })
})
