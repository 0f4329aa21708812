import type pg from 'pg'
import { computeList, listRowsText } from '../server/features/results/ranking/compute-list.ts'
import { listInputText, type ListInput } from '../server/features/results/ranking/list-input.ts'
import { compare as compareWithBare } from './cached-answers.ts'
import { fillEnrolments, benchEdition, id, moment } from './enrolment-rows.ts'
import { startLoadGenerator } from './load-generator.ts'
import { compare } from './office-calls.ts'
import { withPortal, withPortals, type Portal } from './portals.ts'
import type { Result } from './results.ts'

const listId = '01900000-0000-7000-8000-0000000000aa'
const path = `/api/public/results/${listId}`

const rules = JSON.stringify({
  rounds: [],
  group: null,
  tiers: [
    {
      id: 'first',
      label: { 'zh-CN': '一等奖' },
      quota: { kind: 'count', count: 1 },
      minScore: null,
      maxPerInstitution: null,
    },
  ],
  rounding: 'up',
  ties: 'in',
  publicityDays: 7,
  appealDays: 3,
  publicColumns: ['rank', 'prize', 'title', 'team', 'people', 'school', 'province'],
  feedback: true,
})

/** One announced list whose works are all awarded. */
const statements = [
  `insert into work (id, enrolment_id, team_id, activity_id, edition_id, state, title, submission, submitted_at, created_at, updated_at, number_key)
   select ${id('e', 'n')}, ${id('c', 'n')}, ${id('b', 'n')}, enrolment.activity_id, '${benchEdition}', 'accepted', '一节好课 ' || n, 1,
     ${moment}, ${moment}, ${moment}, enrolment.number_key
   from generate_series(1, $1::int) as n join enrolment on enrolment.id = ${id('c', 'n')}`,
  `insert into result_list (id, activity_id, number, public_version, state, rules, rules_hash, input, input_hash, rows, rows_hash, totals,
     computed_at, proposed_at, confirmed_at, publicised_at, publicity_until, finalised_at, announced_at)
   select '${listId}', (select min(id::text)::uuid from activity), 1, 1, 'announced', '${rules}', sha256('x'), '{}', sha256('x'), '[]', sha256('x'),
     jsonb_build_object('openTies', '[]'::jsonb, 'provinces', '["110000"]'::jsonb,
       'groups', jsonb_build_array(jsonb_build_object('group', null, 'tiers', '[]'::jsonb)),
       'prizes', jsonb_build_array(jsonb_build_object('group', null, 'prize', 'first', 'awarded', $1::int, 'lowest', 1))),
     at, at, at, at, at + interval '1 hour', at + interval '2 hours', at + interval '3 hours'
   from (select timestamptz '2026-01-01' as at) as given`,
  `insert into result_row (list_id, work_id, submission, position, award_position, number, rank, score, prize, is_excluded, is_capped,
     is_adjusted, title, team, people, school, province, search)
   select '${listId}', ${id('e', 'n')}, 1, n, n, 'B-' || n, n, 9000, 'first', false, false, false, '一节好课 ' || n, '粉笔小组',
     '[{"account": null, "name": "王伟", "role": "captain"}, {"account": null, "name": "李芳", "role": "member"}]', '第一中学', '110000',
     search_lexemes('一节好课 ' || n)
   from generate_series(1, $1::int) as n`,
]

const fill = async (pool: pg.Pool, count: number): Promise<void> => {
  await fillEnrolments(pool, count)
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    await client.query(`set session_replication_role = 'replica'`)
    for (const statement of statements) await client.query(statement, statement.includes('$1') ? [count] : [])
    for (const table of ['work', 'result_list', 'result_row']) await client.query(`vacuum analyze ${table}`)
  } finally {
    client.release(true)
  }
}

const works = 10_000

/** Two rounds with five sheets a work, few different scores, and three prizes. */
const input = (): ListInput => ({
  rules: {
    tiers: [100, 200, 300].map((perMille, at) => ({
      id: `t${at}`,
      quota: { kind: 'percent', perMille },
      minScore: 6_000,
      maxPerInstitution: 20,
    })),
    rounding: 'nearest',
    ties: 'in',
  },
  rulesHash: '',
  rounds: [400, 600].map((perMille, at) => ({
    code: `R${at}`,
    perMille,
    settlement: 1,
    hash: '',
    ties: [{ by: 'criterion', criterion: 'c0' }, { by: 'median' }],
  })),
  works: Array.from({ length: works }, (_, n) => ({
    number: `2026-A-${String(n).padStart(5, '0')}`,
    group: n % 2 === 0 ? 'primary' : 'secondary',
    institution: n % 900,
    isExcluded: n % 500 === 0,
    rounds: [7, 13].map((factor) => ({
      code: `C${n}`,
      score: 5_000 + ((n * factor) % 4_500),
      tieKeys: [(n * factor) % 30, (n * factor) % 50],
      used: Array.from({ length: 5 }, (_sheet, at) => `s${n}-${factor}-${at}`),
      dropped: [],
    })),
  })),
  orders: [],
  adjustments: [],
})

/** Processor time: nothing here waits, and a busy machine makes no difference. */
const rankingSeconds = (): number => {
  const listInput = input()
  const began = process.cpuUsage()
  listInputText(listInput)
  listRowsText(computeList(listInput).rows)
  const { user, system } = process.cpuUsage(began)
  return (user + system) / 1_000_000
}

/** Another page at every call, so that none comes from the cache. */
const uncached = ({ app }: Portal): (() => Promise<number>) => {
  let page = 0
  return async () => {
    page += 1
    const began = performance.now()
    const answer = await fetch(`${app.url}${path}?page=${page}`)
    await answer.arrayBuffer()
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`)
    return performance.now() - began
  }
}

const measureGrowth = (): Promise<Result> =>
  withPortals({ few: 1_000, many: 100_000 }, fill, async (small, large) => {
    const [few, many] = await compare([uncached(small), uncached(large)])
    return {
      name: 'a page of an announced list, 100,000 awarded works, of 1,000',
      value: many! / few!,
      unit: '',
      target: { most: 1.5 },
    }
  })

const measureFromCache = (): Promise<Result> =>
  withPortal(2_000, fill, {}, async ({ app }) => {
    const generator = startLoadGenerator()
    try {
      const { perSecond } = await compareWithBare(generator.load, app, `${path}?pageSize=100`, 'br')
      return {
        name: 'requests/s of an announced list of 2,000 from the cache, of bare node:http',
        value: perSecond,
        unit: '',
        target: { least: 0.6 },
      }
    } finally {
      generator.stop()
    }
  })

/** Ranking an activity, and what visitors read of it. */
export const measureResultLists = async (): Promise<Result[]> => [
  {
    name: 'ranking 10,000 works with their input and rows as text',
    value: rankingSeconds(),
    unit: 's',
    target: { most: 3 },
  },
  await measureGrowth(),
  await measureFromCache(),
]
