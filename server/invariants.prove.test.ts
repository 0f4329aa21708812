import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { invariants } from './invariants.ts'
import { connect, type Connection } from './platform/database/connect.ts'
import { askInvariants, brokenInvariants } from './platform/invariants.ts'
import { createDemoDatabase } from './testing/demo.ts'
import { readInvariantBreaks, type InvariantBreaks } from './testing/invariant-breaks.ts'

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

const aWork = (state: string): string => `(select id from work where state = '${state}' order by id limit 1)`

const [roundOne, roundTwo, anEntry, aReviewer] = ['1', '2', '3', '4'].map(
  (digit) => `'00000000-0000-7000-8000-00000000000${digit}'`,
)

/** A round with one expert and one work in this state, which the expert judges. */
const aRound = (state: string, workState = 'accepted'): string[] => [
  `insert into round (id, code, edition_id, state, name, rules, created_at, updated_at)
   select id::uuid, code, (select min(id::text)::uuid from edition), '${state}', '{}', '{}', now(), now()
   from (values (${roundOne}, 'AAAAAAAA'), (${roundTwo}, 'BBBBBBBB')) as made (id, code)`,
  `insert into round_activity (round_id, activity_id) select ${roundOne}, activity_id from work where id = ${aWork(workState)}`,
  `insert into entry (id, round_id, work_id, submission, code)
   select ${anEntry}, ${roundOne}, id, submission, 'AAAAAA' from work where id = ${aWork(workState)}`,
  `insert into reviewer (id, round_id, account_id, state, max_works, invited_at)
   values (${aReviewer}, ${roundOne}, (select min(id::text)::uuid from account), 'accepted', 9, now())`,
]

/** Somebody did this, who is not among the others. */
const anEntryInTheLog = (action: string, kind: string, id: string): string =>
  `insert into audit (id, at, actor_kind, actor_id, action, subject_kind, subject_id, request_id)
   values (gen_random_uuid(), now(), 'account', gen_random_uuid(), '${action}', '${kind}', ${id}, 'test')`

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
  `insert into sheet_version (assignment_id, number, scores, total, comment, remark, seconds, submitted_at)
   select id, ${values}, '', '', 0, '2026-01-01Z' from assignment where round_id = ${roundOne}`,
  `insert into sheet (assignment_id, version, number, scores, total, submitted_at, created_at, updated_at)
   select id, 1, 1, scores, 120, '2026-01-01Z', now(), now() from assignment join sheet_version on assignment_id = id
   where round_id = ${roundOne}`,
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

/** Of features that have no list of their own. */
const others: InvariantBreaks = {
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
  'a work that takes part in a planned or running round is accepted': {
    by: aRound('planned', 'submitted'),
    alsoBreaks: ['a work is judged in a submission that was accepted'],
  },
  'a work is judged in a submission that was accepted': {
    by: [...aRound('planned'), `update entry set submission = submission + 1 where id = ${anEntry}`],
  },
  'an expert of a round is the person who accepted and signed the pledge in the log': {
    by: [...aRound('planned'), anEntryInTheLog('reviewer.pledged', 'reviewer', aReviewer!)],
  },
  'nobody judges a work against a standing conflict': {
    by: [
      ...aRound('planned'),
      anAssignment,
      `insert into conflict (id, round_id, reviewer_id, entry_id, kind, created_at)
       values (gen_random_uuid(), ${roundOne}, ${aReviewer}, ${anEntry}, 'set', now())`,
    ],
  },
  'no expert reads a word that was blanked in the texts of a work': {
    by: [
      `create or replace function blank_words(given text, words text[]) returns text
       language sql immutable as 'select given'`,
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
  'a sheet that was not changed since has the points and texts of its last submitted version': {
    by: [
      ...aSheet(`1, '{"a": 80, "b": 40}', 120`),
      `update sheet set comment = 'Very good' where assignment_id in (select id from assignment where round_id = ${roundOne})`,
    ],
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
  'the works of a result list have the numbers of their enrolments': {
    by: [
      ...aResultList({}, [{ rank: 1, score: 9_000 }]),
      `update result_row set work_id = ${aWork('accepted')} where list_id = ${resultList}`,
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
  'who proposed, confirmed, publicised, finalised and announced a result list is who did so in the log': {
    by: [
      ...aResultList({ confirmed_by: '(select max(id::text)::uuid from account)' }),
      anEntryInTheLog('list.confirmed', 'resultList', resultList),
    ],
  },
  'a result list is final after its publicity and announced after that': {
    by: aResultList({ ...shownToVisitors, confirmed_at: 'now()', finalised_at: 'now()' }),
  },
  'the versions of results that visitors saw are numbered from 1 without gaps': {
    by: aResultList({ ...shownToVisitors, confirmed_at: 'now()', public_version: '2' }),
  },
}

const breaks = { ...others, ...(await readInvariantBreaks()) }

describe('a rule that is broken is named:', () => {
  test('there is a way to break each of them', () => {
    expect(Object.keys(breaks).toSorted()).toEqual(invariants.map(({ name }) => name).toSorted())
  })

  test.each(Object.entries(breaks))('%s', async (name, { by, alsoBreaks = [] }) => {
    expect((await brokenAfter(by)).toSorted()).toEqual([name, ...alsoBreaks].toSorted())
  })
})
