import type pg from 'pg'
import { benchEdition, fillEnrolments, id, isRare, moment, rare } from './enrolment-rows.ts'
import { ask, compare, timeOf, type OfficePortal } from './office-calls.ts'
import { addOrganiser } from './people.ts'
import { withPortals } from './portals.ts'
import type { Result } from './results.ts'

/** One work for each enrolment, which is approved then. Twenty are withdrawn, have open hints and a finding. */
const statements = [
  `update enrolment set state = 'approved' where edition_id = '${benchEdition}'`,
  `insert into work (id, enrolment_id, team_id, activity_id, edition_id, state, title, summary, submission, submitted_at, worst_finding, open_leaks, created_at, updated_at, search, number_key)
   select ${id('e', 'n')}, ${id('c', 'n')}, ${id('b', 'n')}, enrolment.activity_id, '${benchEdition}',
     case when ${isRare} then '${rare.state}' else (array['submitted', 'accepted', 'returned', 'disqualified'])[1 + n / 3 % 4] end,
     '一节好课 ' || n, '把抽象的概念变得看得见。', 1, enrolment.submitted_at,
     case when ${isRare} then 'blocking' end, case when ${isRare} then 2 else 0 end, ${moment}, ${moment}, search_lexemes('一节好课 ' || n), enrolment.number_key
   from generate_series(1, $1::int) as n join enrolment on enrolment.id = ${id('c', 'n')}`,
  `insert into work_event (id, work_id, at, account_id, kind, from_state, to_state, submission)
   select ${id('f', 'n')}, ${id('e', 'n')}, ${moment}, ${id('a', 'n')}, 'submission', 'draft', 'submitted', 1 from generate_series(1, $1::int) as n`,
]

export const fillWorks = async (pool: pg.Pool, count: number) => {
  await fillEnrolments(pool, count)
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    // Rows are written as the triggers would.
    await client.query(`set session_replication_role = 'replica'`)
    for (const [position, statement] of statements.entries())
      await client.query(statement, position === 0 ? [] : [count])
    for (const table of ['enrolment', 'work', 'work_event']) await client.query(`vacuum analyze ${table}`)
  } finally {
    client.release(true)
  }
  return { cookie: await addOrganiser(pool) }
}

/** Each has twenty hits, however many rows there are. */
const filters: Record<string, string> = {
  'an activity': `activity=${rare.activity}`,
  'a state': `state=${rare.state}`,
  'two states': `state=${rare.state},draft`,
  'an open hint': 'mark=leak',
  'a finding': 'mark=blocking',
  'a province': `province=${rare.province}`,
  'a school': `school=${encodeURIComponent(rare.school)}`,
  'a day': `from=${rare.day}&until=${rare.day}`,
  'a name': `search=${encodeURIComponent(rare.name)}`,
  'a name, by number': `search=${encodeURIComponent(rare.name)}&sort=number`,
}

/** Which works are before and after one in the whole list. */
const neighboursOf = async (portal: OfficePortal): Promise<string> => {
  const { data } = (await (await ask(portal, '/api/works?page=20')).json()) as { data: { list: { id: string }[] } }
  return `/api/works/${data.list[0]!.id}/neighbours`
}

/** The cost of a page of works for an organiser with 1,000 and with 100,000. */
export const measureWorks = (): Promise<Result[]> =>
  withPortals({ few: 1_000, many: 100_000 }, fillWorks, async (small, large) => {
    const call = (portal: OfficePortal, query: string) => () => timeOf(portal, `/api/works?${query}`)
    const besides = [await neighboursOf(small), await neighboursOf(large)] as const
    const pairs: Record<string, [few: () => Promise<number>, many: () => Promise<number>]> = {
      'a page of works, 100,000, of 1,000': [call(small, ''), call(large, '')],
      'a page of works by number, 100,000, of 1,000': [call(small, 'sort=number'), call(large, 'sort=number')],
      'the works before and after one, 100,000, of 1,000': [
        () => timeOf(small, besides[0]),
        () => timeOf(large, besides[1]),
      ],
      ...Object.fromEntries(
        Object.entries(filters).map(([name, query]) => [
          `20 works of ${name}, 100,000, of 1,000`,
          [call(small, query), call(large, query)],
        ]),
      ),
    }
    const questions = [...Object.values(pairs).flat(), call(large, 'page=500')]
    // The first calls compile code and open connections.
    await compare(questions)
    const times = await compare(questions)
    return [
      { name: 'a page of /api/works, 1,000 works', value: times[0]!, unit: 'ms' },
      { name: 'page 500 of works, of page 1', value: times.at(-1)! / times[1]!, unit: '', target: { most: 3 } },
      ...Object.keys(pairs).map((name, position): Result => ({
        name,
        value: times[2 * position + 1]! / times[2 * position]!,
        unit: '',
        target: { most: 1.5 },
      })),
    ]
  })
