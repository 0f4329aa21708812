import { readFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { Readable } from 'node:stream'
import { from as copyFrom } from 'pg-copy-streams'
import { searchPattern } from '../server/features/institutions/directory/spellings.ts'
import {
  benchActivity,
  benchProvince,
  benchSchool,
  fillInstitutions,
  sheetOfInstitutions,
  type Cookies,
} from './institution-rows.ts'
import { compare } from './office-calls.ts'
import { addOrganiser } from './people.ts'
import { withPortal, withPortals, type Portal } from './portals.ts'
import { processorSeconds } from './processor-time.ts'
import { median, type Result } from './results.ts'

const imported = 3_000
const rounds = 9

type ImportPortal = Portal<{ cookie: string }>

/** What an import writes. */
const tables = ['institution', 'institution_alias', 'institution_spelling']

/** The same columns, checks, keys and indexes, without triggers. */
const bareTables = [
  ...tables.map((table) => `create table bare_${table} (like ${table} including all)`),
  `alter table bare_institution add foreign key (parent_id) references bare_institution (id),
     add foreign key (merged_into) references bare_institution (id)`,
  ...tables
    .slice(1)
    .map((table) => `alter table bare_${table} add foreign key (institution_id) references bare_institution (id)`),
]

/** The process that has started all others of the database, on Linux. */
const postmasterOf = async ({ client }: ImportPortal): Promise<number> => {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const text = await readFile(`/proc/${rows[0]!.pid}/stat`, 'utf8')
  return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1])
}

interface Spent {
  seconds: number
  processor: number
}

/** Time of some work, and the processor time of these processes meanwhile. */
const spend = async (pids: readonly number[], work: () => Promise<void>): Promise<Spent> => {
  const total = async () => (await processorSeconds(pids)).reduce((sum, seconds) => sum + seconds, 0)
  const before = await total()
  const began = performance.now()
  await work()
  const seconds = (performance.now() - began) / 1_000
  return { seconds, processor: (await total()) - before }
}

const upload = async ({ app, filling: { cookie } }: ImportPortal, sheet: string): Promise<void> => {
  const answer = await fetch(`${app.url}/api/institutions/import?dryRun=false`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'text/csv', origin: app.url },
    body: sheet,
  })
  const { data } = (await answer.json()) as { data?: { counts: { new: number } } }
  if (data?.counts.new !== imported) throw new Error(`the import answered ${answer.status} ${JSON.stringify(data)}`)
}

/** The rows that an import has stored, as COPY writes them: of parents before their schools. */
const storedRows = async ({ client }: ImportPortal): Promise<Map<string, string>> => {
  const stored = new Map<string, string>()
  for (const table of tables) {
    const order = table === 'institution' ? 'order by kind, id' : ''
    const { rows } = await client.query<{ text: string }>(
      `select row_to_json(one)::text as text from ${table} as one ${order}`,
    )
    stored.set(table, JSON.stringify(rows.map(({ text }) => JSON.parse(text))))
  }
  return stored
}

/** The same rows as text for COPY. */
const copyTexts = async (portal: ImportPortal): Promise<Map<string, { columns: string; text: string }>> => {
  const texts = new Map<string, { columns: string; text: string }>()
  for (const [table, json] of await storedRows(portal)) {
    const rows = JSON.parse(json) as Record<string, unknown>[]
    const columns = Object.keys(rows[0]!)
    const cell = (value: unknown): string =>
      value === null
        ? '\\N'
        : (typeof value === 'object' ? JSON.stringify(value) : String(value)).replaceAll('\\', '\\\\')
    texts.set(table, {
      columns: columns.map((name) => `"${name}"`).join(', '),
      text: rows.map((row) => `${columns.map((name) => cell(row[name])).join('\t')}\n`).join(''),
    })
  }
  return texts
}

/** An import of 3,000 institutions, in turn with COPY of the rows that it stores, in one transaction, into tables like those. */
const measureImport = (): Promise<Result[]> =>
  withPortal(
    imported,
    async (pool) => ({ cookie: await addOrganiser(pool) }),
    {},
    async (portal) => {
      const { app, client } = portal
      const sheet = sheetOfInstitutions(imported)
      for (const statement of bareTables) await client.query(statement)
      const empty = async (prefix: string) => {
        await client.query(
          tables
            .toReversed()
            .map((table) => `delete from ${prefix}${table}`)
            .join('; '),
        )
        for (const table of tables) await client.query(`vacuum analyze ${prefix}${table}`)
      }
      await upload(portal, sheet)
      const texts = await copyTexts(portal)
      const bare = async () => {
        await client.query('begin')
        for (const [table, { columns, text }] of texts)
          await pipeline(Readable.from([text]), client.query(copyFrom(`copy bare_${table} (${columns}) from stdin`)))
        await client.query('commit')
      }
      const postgres = await postmasterOf(portal)
      const pairs: { ours: Spent; bare: Spent }[] = []
      for (let round = 0; round < rounds; round += 1) {
        await empty('bare_')
        await empty('')
        const copied = await spend([postgres, process.pid], bare)
        pairs.push({ bare: copied, ours: await spend([postgres, app.pid], () => upload(portal, sheet)) })
      }
      const share = (of: keyof Spent) => median(pairs.map(({ ours, bare: copied }) => ours[of] / copied[of]))
      return [
        { name: 'import of 3,000 institutions', value: median(pairs.map(({ ours }) => ours.seconds)), unit: 's' },
        { name: 'COPY of the same rows', value: median(pairs.map((pair) => pair.bare.seconds)), unit: 's' },
        { name: 'import of 3,000 institutions, of COPY', value: share('seconds'), unit: '', target: { most: 3 } },
        { name: 'the same in processor time', value: share('processor'), unit: '', target: { most: 3 } },
        ...(await measureTyping(portal)),
      ]
    },
  )

const typed = ['云泽市第9区实', 'yunzeshidi9qushi', 'yzsd9qsy', '雲澤市第9區實驗小學']

/** What somebody waits for while typing, of a statement that asks for the same by the index alone. */
const measureTyping = async ({ app, client, filling: { cookie } }: ImportPortal): Promise<Result[]> => {
  const find = (text: string) => async () => {
    const began = performance.now()
    const answer = await fetch(`${app.url}/api/institution-choices?search=${encodeURIComponent(text)}`, {
      headers: { cookie },
    })
    const { data } = (await answer.json()) as { data: { list: unknown[] } }
    const took = performance.now() - began
    if (data.list.length === 0) throw new Error(`nothing is found by ${text}`)
    return took
  }
  const index = `array_to_tsvector(string_to_array(search, ' ')) @@ $1::tsquery`
  const bare = (text: string) => async () => {
    const began = performance.now()
    await client.query(`select id, name from institution where ${index} limit 20`, [searchPattern(text)])
    return performance.now() - began
  }
  const calls = typed.flatMap((text) => [find(text), bare(text)])
  await compare(calls)
  const times = await compare(calls)
  return [
    {
      name: 'typing finds one of 3,000, the slowest of four ways',
      value: Math.max(...times.filter((_, at) => at % 2 === 0)),
      unit: 'ms',
    },
    { name: 'the bare statement of the index', value: Math.max(...times.filter((_, at) => at % 2 === 1)), unit: 'ms' },
  ]
}

type ListPortal = Portal<Cookies>

const timeOf = async ({ app, filling }: ListPortal, who: keyof Cookies, path: string): Promise<number> => {
  const began = performance.now()
  const answer = await fetch(`${app.url}${path}`, { headers: { cookie: filling[who] } })
  await answer.arrayBuffer()
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`)
  return performance.now() - began
}

const lists = `/api/recommendations/${benchActivity}`

type Question = [name: string, who: keyof Cookies, path: string]

const questions: Question[] = [
  ['lists of an officer of a school', 'school', '/api/account/recommendations'],
  ['the list of a school', 'school', `${lists}/${benchSchool}`],
  ['entries of a school', 'school', `${lists}/${benchSchool}/entries`],
  ['a search among them', 'school', `${lists}/${benchSchool}/entries?search=captain200`],
  ['lists of an officer of the province', 'province', '/api/account/recommendations'],
  ['schools of the province', 'province', `${lists}/lists?above=${benchProvince}&pageSize=50`],
  ['schools whose list waits', 'province', `${lists}/lists?above=${benchProvince}&mark=waiting`],
  ['entries of a school, for the province', 'province', `${lists}/${benchSchool}/entries?mark=ready`],
  ['entries that schools have passed on', 'province', `${lists}/${benchProvince}/entries`],
  ['the list of the province', 'province', `${lists}/${benchProvince}`],
  ['lists for organisers', 'cookie', `${lists}/lists`],
  ['progress by province', 'cookie', `/api/recommendations/${benchActivity}/progress`],
]

/** Provinces alone recommend: all entries of all schools are those of one list. */
const provinceQuestions: Question[] = [
  ['all entries of a province', 'province', `${lists}/${benchProvince}/entries`],
  ['those that can be added', 'province', `${lists}/${benchProvince}/entries?mark=ready&page=3`],
  ['lists of an officer of a province of entries', 'province', '/api/account/recommendations'],
]

const compareSizes = async (small: ListPortal, large: ListPortal, asked: readonly Question[]): Promise<Result[]> => {
  const calls = asked.flatMap(([, who, path]) => [small, large].map((portal) => () => timeOf(portal, who, path)))
  // The first calls compile code and open connections.
  await compare(calls)
  const times = await compare(calls)
  return asked.flatMap(([name], at): Result[] => [
    { name: `${name}, 1,000 entries`, value: times[2 * at]!, unit: 'ms' },
    {
      name: `${name}, 100,000 entries, of 1,000`,
      value: times[2 * at + 1]! / times[2 * at]!,
      unit: '',
      target: { most: 1.5 },
    },
  ])
}

/** What officers and organisers wait for, in a province of 200 schools. */
const measureLists = (): Promise<Result[]> =>
  withPortals({ few: 1_000, many: 100_000 }, fillInstitutions, async (small, large) => {
    const results = await compareSizes(small, large, questions)
    for (const { client } of [small, large])
      await client.query(`update recommendation_rules set recommended_by = 'province'`)
    return [...results, ...(await compareSizes(small, large, provinceQuestions))]
  })

/** Importing and finding institutions, and the lists of those that recommend. */
export const measureInstitutions = async (): Promise<Result[]> => [
  ...(await measureImport()),
  ...(await measureLists()),
]
