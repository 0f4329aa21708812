import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { request } from 'node:http'
import { sql } from '../platform/database/drizzle.ts'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { addArticle } from '../testing/articles.ts'
import { after, eventually, startSite, type TestSite } from '../testing/site.ts'
import { aroundRender } from '../testing/pages.ts'

let site: TestSite
let renders: string[]

beforeAll(async () => {
  site = await startSite({
    pages: aroundRender((input, proceed) => {
      renders.push(input.place.pathname + input.place.search)
      return proceed()
    }),
  })
})
afterAll(() => site.close())

const titled = (title: string) => ({ title: { 'zh-CN': title } })

/** Everything has expired: responses are cached for a minute at most. */
beforeEach(async () => {
  await site.db.execute(sql`truncate article cascade`)
  await addArticle(site.db, titled('第一篇'))
  await eventually(async () => {
    if (!(await site.get('/api/news')).text.includes('第一篇')) throw new Error('not heard of yet')
  })
  site.clock.set(after(61_000, site.clock.now()))
  renders = []
})

interface Bytes {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

/** By hand: fetch decompresses by itself. */
const getBytes = (path: string, headers: Record<string, string>, method = 'GET'): Promise<Bytes> =>
  new Promise((resolve, reject) => {
    request(`${site.url}${path}`, { method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(chunks) }),
      )
    })
      .on('error', reject)
      .end()
  })

describe('a kept answer', () => {
  test.each(['/', '/api/news', '/feed.xml'])(
    'of %s is the same in every compression, with one ETag and its length',
    async (path) => {
      const plain = await getBytes(path, {})
      const forms = {
        gzip: gunzipSync((await getBytes(path, { 'accept-encoding': 'gzip' })).body),
        br: brotliDecompressSync((await getBytes(path, { 'accept-encoding': 'gzip, deflate, br' })).body),
        identity: (await getBytes(path, { 'accept-encoding': 'identity' })).body,
        refused: (await getBytes(path, { 'accept-encoding': 'br;q=0, gzip;q=0.0' })).body,
      }
      for (const [name, body] of Object.entries(forms)) expect([name, body.equals(plain.body)]).toEqual([name, true])
      const answers = await Promise.all(
        ['', 'gzip', 'br', 'br;q=0, gzip', 'zstd'].map((accepted) => getBytes(path, { 'accept-encoding': accepted })),
      )
      expect(answers.map(({ headers }) => headers['content-encoding'])).toEqual([
        undefined,
        'gzip',
        'br',
        'gzip',
        undefined,
      ])
      expect(new Set(answers.map(({ headers }) => headers.etag)).size).toBe(1)
      for (const { headers, body } of answers) {
        expect(headers['content-length']).toBe(String(body.length))
        expect(headers.vary).toMatch(/^accept-encoding, accept-language/)
        expect(headers['cache-control']).toBe('no-cache')
      }
    },
  )

  test.each(['/', '/api/news', '/feed.xml'])('of %s is not sent again to who has it', async (path) => {
    const etag = String((await getBytes(path, {})).headers.etag)
    const strong = etag.replace('W/', '')
    for (const known of [etag, strong, `"other", ${etag}`, '*']) {
      const again = await getBytes(path, { 'if-none-match': known })
      expect([known, again.status, again.body.length, again.headers.etag]).toEqual([known, 304, 0, etag])
    }
    for (const unknown of ['"other"', '', `${etag}x`])
      expect([unknown, (await getBytes(path, { 'if-none-match': unknown })).status]).toEqual([unknown, 200])
    const head = await getBytes(path, {}, 'HEAD')
    expect([head.status, head.body.length, head.headers.etag]).toEqual([200, 0, etag])
  })

  test('has another ETag in another language and after a change', async () => {
    const chinese = (await site.get('/News?lang=zh-CN')).headers.get('etag')
    const english = (await site.get('/News?lang=en-US')).headers.get('etag')
    expect(english).not.toBe(chinese)
    await addArticle(site.db, titled('第二篇'))
    await eventually(async () => expect((await site.get('/News?lang=zh-CN')).headers.get('etag')).not.toBe(chinese))
  })

  test('is rendered once for fifty who ask at once, however they spell the address', async () => {
    const spellings = ['/News', '/news', '/NEWS/', '/News?utm_source=x', '/News?page=', '/News#top']
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, count) => site.get(spellings[count % spellings.length]!)),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ headers }) => headers.get('etag'))).size).toBe(1)
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(renders).toEqual(['/News'])
  })

  test('of missing pages is rendered once for all of them', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, (_, count) => site.get(`/nothing-${count}`)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]))
    expect(renders).toEqual(['/404'])
  })

  test('of a search is made anew', async () => {
    await site.get('/News?search=x')
    await site.get('/News?search=x')
    expect(renders.length).toBe(2)
  })

  test('costs no statement', async () => {
    for (const path of ['/', '/News', '/api/news', '/feed.xml']) await site.get(path)
    const before = site.statements.length
    for (const path of ['/', '/News', '/api/news', '/feed.xml']) expect((await site.get(path)).status).toBe(200)
    expect(site.statements.slice(before)).toEqual([])
  })
})

describe('what another program changes', () => {
  test.each([
    [
      'an insert',
      `insert into article select gen_random_uuid(), kind, '{"zh-CN":"新篇"}', summary, body, category, pinned, state, published_at, created_at, updated_at from article`,
      '新篇',
      true,
    ],
    ['an update', `update article set title = '{"zh-CN":"改过"}'`, '改过', true],
    ['a delete', 'delete from article', '第一篇', false],
    ['a truncate', 'truncate article cascade', '第一篇', false],
  ])('is seen after %s', async (_what, statement, word, present) => {
    const other = await startSite({ databaseUrl: site.databaseUrl, clock: site.clock })
    try {
      const paths = ['/', '/News', '/api/news', '/feed.xml']
      for (const path of paths) expect((await other.get(path)).text.includes(word)).toBe(!present)
      await site.pool.query(statement.replace('gen_random_uuid()', `'01900000-0000-7000-8000-000000000009'`))
      for (const path of paths)
        await eventually(async () => expect((await other.get(path)).text.includes(word)).toBe(present))
    } finally {
      await other.close()
    }
  })

  test('is not seen before it is committed, and not at all when it is rolled back', async () => {
    await site.get('/api/news')
    const client = await site.pool.connect()
    try {
      await client.query('begin')
      await client.query(`update article set title = '{"zh-CN":"未提交"}'`)
      const before = site.statements.length
      expect((await site.get('/api/news')).text).toContain('第一篇')
      expect(site.statements.length).toBe(before)
      await client.query('rollback')
    } finally {
      client.release()
    }
    expect((await site.get('/api/news')).text).toContain('第一篇')
  })
})

describe('while the program cannot hear of changes', () => {
  const loseListener = `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'lectern listener' and datname = current_database()`
  const letIn = async (isAllowed: boolean): Promise<void> => {
    const client = new pg.Client(inject('postgresUrl'))
    await client.connect()
    await client.query(
      `alter database ${new URL(site.databaseUrl).pathname.slice(1)} with allow_connections ${isAllowed}`,
    )
    await client.end()
  }

  const isKept = async (): Promise<boolean> => {
    const before = site.statements.length
    expect((await site.get('/api/news')).status).toBe(200)
    return site.statements.length === before
  }

  test('every answer is made anew, and kept again once it hears', async () => {
    // Enough connections for what follows: while no new one is accepted, the listener cannot reconnect.
    await Promise.all(Array.from({ length: 5 }, () => site.pool.query('select pg_sleep(0.05)')))
    await site.get('/api/news')
    expect(await isKept()).toBe(true)
    await letIn(false)
    try {
      await site.pool.query(loseListener)
      await eventually(async () => expect(await isKept()).toBe(false))
      expect([await isKept(), await isKept(), await isKept()]).toEqual([false, false, false])
      // This change sends no notification, and is visible nevertheless.
      await site.pool.query(`update article set title = '{"zh-CN":"无人听见"}'`)
      expect((await site.get('/api/news')).text).toContain('无人听见')
    } finally {
      await letIn(true)
    }
    await eventually(async () => expect(await isKept()).toBe(true))
    await site.pool.query(`update article set title = '{"zh-CN":"又听见了"}'`)
    await eventually(async () => expect((await site.get('/api/news')).text).toContain('又听见了'))
    expect(site.log.filter(({ level }) => level === 40).length).toBeGreaterThan(0)
  })
})
