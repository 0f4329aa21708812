import type pg from 'pg'
import { setTimeout as sleep } from 'node:timers/promises'
import { measurePress } from './certificate-press.ts'
import { benchEdition, fillEnrolments, rare } from './enrolment-rows.ts'
import type { ListsJob, ListsReport } from './lists-load.ts'
import { addOrganiser } from './people.ts'
import { withPortal, type Portal } from './portals.ts'
import { startApp, withFolder, type Served } from './processes.ts'
import { median, type Result } from './results.ts'
import { maxMemory, untilQuiet } from './uploads.ts'
import { startWorker } from './workers.ts'

const megabyte = 1024 * 1024
const people = 10_000

type Filling = { cookie: string }

const fill = async (pool: pg.Pool): Promise<Filling> => {
  await fillEnrolments(pool, 1_000)
  return { cookie: await addOrganiser(pool) }
}

/** Calls of the organiser. */
const officeOf = (app: Served, cookie: string) => {
  const call = async <Data>(method: string, path: string, body?: object | string): Promise<Data> => {
    const isSheet = typeof body === 'string'
    const answer = await fetch(`${app.url}${path}`, {
      method,
      headers: {
        cookie,
        origin: app.url,
        ...(body && { 'content-type': isSheet ? 'text/csv' : 'application/json' }),
      },
      ...(body && { body: isSheet ? body : JSON.stringify(body) }),
    })
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return ((await answer.json()) as { data: Data }).data
  }
  return {
    read: <Data>(path: string) => call<Data>('GET', path),
    send: <Data>(path: string, body: object | string) => call<Data>('POST', path, body),
  }
}
type Office = ReturnType<typeof officeOf>

const sheet = (): string =>
  [
    '姓名,奖项,作品名称,单位',
    ...Array.from(
      { length: people },
      (_, n) => `欧阳${String.fromCodePoint(0x4e00 + (n % 5_000))}${n},一等奖,光的折射 ${n},第${n % 400}中学`,
    ),
  ].join('\n')

/** An issue that waits to be started, for the people of a sheet. */
const prepare = async (office: Office): Promise<string> => {
  const { list } = await office.read<{ list: { id: string; kind: string }[] }>('/api/certificate-templates')
  const series = await office.send<{ id: string }>('/api/certificate-series', {
    prefix: 'LT',
    year: 2026,
    code: 'BENCH',
  })
  const { id } = await office.send<{ id: string }>('/api/certificate-issues', {
    template: list.find(({ kind }) => kind === 'award')!.id,
    series: series.id,
    source: { from: 'sheet', edition: benchEdition, activity: rare.activity },
    locale: 'zh-CN',
    date: '2026-12-08',
    notify: false,
    revokedToo: false,
  })
  await office.send(`/api/certificate-issues/${id}/sheet?dryRun=false`, sheet())
  const { counts } = await office.read<{ counts: { new: number } }>(`/api/certificate-issues/${id}/plan`)
  if (counts.new !== people) throw new Error(`only ${counts.new} of ${people} can be issued`)
  return id
}

const secondsUntil = async (began: number, isDone: () => Promise<boolean>): Promise<number> => {
  while (!(await isDone())) await sleep(50)
  return (performance.now() - began) / 1000
}

const countOf = async (client: pg.Client, condition: string): Promise<number> =>
  (await client.query<{ count: number }>(`select count(*)::integer from certificate where ${condition}`)).rows[0]!.count

/** From the start of an issue until everybody has a number, and until everybody has a PDF. */
const measureIssue = async ({ app, client, filling: { cookie } }: Portal<Filling>): Promise<Result[]> => {
  const office = officeOf(app, cookie)
  const id = await prepare(office)
  const issue = `/api/certificate-issues/${id}`
  const { version } = await office.read<{ version: number }>(issue)
  await untilQuiet(app)
  const { memory: rest } = await app.usage()
  const began = performance.now()
  await office.send(`${issue}/start`, { version })
  const numbered = await secondsUntil(began, async () => (await countOf(client, 'true')) === people)
  const { memory: beginning } = await app.usage()
  let printed = 0
  const most = await maxMemory(app, async () => {
    printed = await secondsUntil(began, async () => (await countOf(client, 'file_id is null')) === 0)
  })
  return [
    {
      name: 'an issue of 10,000: until all are checked and numbered',
      value: numbered,
      unit: 's',
      target: { most: 10 },
    },
    { name: 'an issue of 10,000: until all have their PDF', value: printed, unit: 's' },
    { name: 'an issue of 10,000: memory when numbered, beyond rest', value: (beginning - rest) / megabyte, unit: 'MB' },
    { name: 'an issue of 10,000: memory while printing, beyond rest', value: (most - rest) / megabyte, unit: 'MB' },
  ]
}

/** In a process that has printed nothing. */
const measureBundle = async (app: Served, cookie: string): Promise<Result[]> => {
  const office = officeOf(app, cookie)
  await untilQuiet(app)
  const { memory: rest } = await app.usage()
  const began = performance.now()
  const { task } = await office.send<{ task: string }>('/api/certificates/bundles', { filter: {} })
  let seconds = 0
  const most = await maxMemory(app, async () => {
    seconds = await secondsUntil(
      began,
      async () => (await office.read<{ file: object | null }>(`/api/tasks/${task}`)).file !== null,
    )
  })
  return [
    { name: 'ZIP of 10,000 certificates', value: seconds, unit: 's' },
    {
      name: 'ZIP of 10,000 certificates: memory beyond that at rest',
      value: (most - rest) / megabyte,
      unit: 'MB',
      target: { most: 100 },
    },
  ]
}

const rounds = 5
const seconds = 2
const atOnce = 16
/** A list that is never cached. */
const list = '/api/enrolments'

/** The page behind a QR code, compared with a list as JSON; neither comes from a cache. */
const measureVerification = async (app: Served, client: pg.Client, cookie: string): Promise<Result[]> => {
  const { rows } = await client.query<{ number: string; code: string }>(`select number, code from certificate limit 1`)
  const page = `/Certificate/${rows[0]!.number}?code=${rows[0]!.code}`
  const readers = startWorker<ListsJob, ListsReport>('lists-load.ts')
  try {
    const read = async (path: string, as: string): Promise<number> => {
      const before = await app.usage()
      const report = await readers.perform({ url: `${app.url}${path}`, cookie: as, atOnce, seconds })
      const after = await app.usage()
      if (report.failures > 0) throw new Error(`${report.failures} of ${report.count} calls of ${path} failed`)
      return report.count / (after.cpuSeconds - before.cpuSeconds)
    }
    const pairs: { page: number; list: number }[] = []
    // The first round compiles code and opens connections.
    for (let round = -1; round < rounds; round += 1) {
      const pair = { list: await read(list, cookie), page: await read(page, '') }
      if (round >= 0) pairs.push(pair)
    }
    return [
      {
        name: 'verification pages in a processor second',
        value: median(pairs.map((pair) => pair.page)),
        unit: 'requests',
      },
      {
        name: `verification pages in a processor second, of ${list}`,
        value: median(pairs.map((pair) => pair.page / pair.list)),
        unit: '',
        target: { least: 1 },
      },
    ]
  } finally {
    await readers.stop()
  }
}

/** Printing, numbering, bundling and verifying certificates. */
export const measureCertificates = async (): Promise<Result[]> => [
  ...(await measurePress()),
  ...(await withFolder((folder) => {
    const environment = { DATA_DIR: folder, TRUST_PROXY: '127.0.0.1' }
    return withPortal(people, fill, environment, async (portal) => {
      const { cookie } = portal.filling
      const issued = await measureIssue(portal)
      await portal.app.stop()
      const app = await startApp({ ...environment, DATABASE_URL: portal.databaseUrl })
      try {
        return [
          ...issued,
          ...(await measureBundle(app, cookie)),
          ...(await measureVerification(app, portal.client, cookie)),
        ]
      } finally {
        await app.stop()
      }
    })
  })),
]
