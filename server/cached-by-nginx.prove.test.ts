import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { Agent, request, type IncomingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { brotliDecompressSync } from 'node:zlib'
import { defaultLocale, locales, type Locale } from '@lectern/contract/locales.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { languageHeader } from './platform/http/shared-caching.ts'
import { activityWithResults } from './testing/announced-results.ts'
import { addArticle } from './testing/articles.ts'
import { createEdition, daysFromNoon } from './testing/contest.ts'
import { lacksNginx, startNginx, type Nginx } from './testing/nginx.ts'
import { createPerson, type TestPerson } from './testing/people.ts'
import { after, eventually, fixedNow, startSite, type SettableClock, type TestSite } from './testing/site.ts'

/** Stands still until it is told to run: proxies count real seconds. */
const createClock = (): SettableClock & { runFrom: (moment: Date) => void } => {
  let now = () => fixedNow
  return {
    now: () => now(),
    set: (moment) => {
      now = () => moment
    },
    runFrom: (moment) => {
      const ahead = moment.getTime() - Date.now()
      now = () => new Date(Date.now() + ahead)
    },
  }
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 })

interface Read {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

const read = (url: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Read> =>
  new Promise((resolve, reject) => {
    request(url, { agent, method, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(chunks) }),
      )
      response.on('error', reject)
    })
      .on('error', reject)
      .end()
  })

const languageOf = ({ body }: Pick<Read, 'body'>): string | undefined =>
  /<html lang="([^"]+)"/.exec(body.toString())?.[1]

const announcedAt = daysFromNoon(9)
const resultWord = '冠军课堂'
/** Of the answer to who is not signed in. */
const visitorCode = '"code":4002'
const newsWord = '公布之时的新闻'

describe.skipIf(lacksNginx)('behind nginx with a cache, as the documentation sets it up (needs nginx)', () => {
  const clock = createClock()
  let folder: string
  let site: TestSite
  let nginx: Nginx
  let list: string
  let person: TestPerson

  const newFolder = async (name: string): Promise<string> => {
    const made = join(folder, name)
    await mkdir(made)
    await chmod(made, 0o755)
    return made
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lectern-cache-'))
    // The workers of nginx may be another user.
    await chmod(folder, 0o755)
    site = await startSite({ clock, withTasks: true, config: { trustProxy: ['127.0.0.1'] } })
    const contest = await activityWithResults(site, await createEdition(site), { works: 4, titles: [resultWord] })
    await contest.compute()
    await contest.publicise()
    list = (await contest.office.newest()).id
    clock.set(daysFromNoon(8))
    await contest.announce(announcedAt)
    await addArticle(site.db, { title: { 'zh-CN': newsWord }, state: 'published', publishedAt: announcedAt })
    person = await createPerson(site, { username: 'somebody-signed-in' })
    nginx = await startNginx(await newFolder('nginx'), site.port, 'cached')
  })
  afterAll(async () => {
    await nginx?.close()
    agent.destroy()
    await site?.close()
    await rm(folder, { recursive: true, force: true })
  })

  /** How many requests for it the site itself has answered. */
  const countAtSite = (path: string): number => site.log.filter(({ url }) => url === path).length

  /** What came when, in milliseconds from the announcement. */
  interface Sight {
    begun: number
    ended: number
    shows: boolean
  }
  const sinceAnnouncement = (): number => clock.now().getTime() - announcedAt.getTime()
  const checkTimes = (sights: readonly Sight[]): void => {
    expect(sights.filter(({ ended, shows }) => shows && ended < 0)).toEqual([])
    expect(sights.filter(({ begun, shows }) => !shows && begun >= 5_000)).toEqual([])
    // It was read on both sides.
    expect([sights.some(({ shows }) => !shows), sights.some(({ shows }) => shows)]).toEqual([true, true])
  }

  /** A reader of each kind: chosen languages, wishes of browsers, and both. */
  const readers: { headers: Record<string, string>; language: Locale }[] = [
    ...locales.map((language) => ({ headers: { cookie: `a=b; lectern.locale=${language}` }, language })),
    ...locales.map((language) => ({ headers: { 'accept-language': `${language},xx;q=0.5` }, language })),
    { headers: { cookie: 'lectern.locale=pt-BR', 'accept-language': 'zh-TW' }, language: 'pt-BR' },
    { headers: {}, language: defaultLocale },
  ]

  test('ten thousand readers of an announcement cost the site one request in a hundred, and nobody reads it early or late', async () => {
    const count = 10_000
    const paceMilliseconds = 1.2
    // nginx passes on whoever comes while a page that has expired is made anew, which takes longer where the readers are as well.
    const connections = 12
    const pages = new Map<string, { language: string | undefined; shows: boolean; length: number }>()
    const sights: Sight[] = []
    const wrong: unknown[] = []
    clock.runFrom(after(-6_000, announcedAt))
    const before = countAtSite('/Results')
    const began = performance.now()
    let next = 0
    const one = async (position: number): Promise<void> => {
      const { headers, language } = readers[position % readers.length]!
      const begun = sinceAnnouncement()
      const answer = await read(`${nginx.url}/Results`, { ...headers, 'accept-encoding': 'br' })
      const ended = sinceAnnouncement()
      const tag = answer.headers.etag ?? ''
      let page = pages.get(tag)
      if (!page) {
        const body = brotliDecompressSync(answer.body)
        page = { language: languageOf({ body }), shows: body.includes(`/Results/${list}`), length: answer.body.length }
        pages.set(tag, page)
      }
      sights.push({ begun, ended, shows: page.shows })
      const { status, body } = answer
      if (status !== 200 || page.language !== language || page.length !== body.length)
        wrong.push({ status, language, page })
    }
    const loop = async (): Promise<void> => {
      while (next < count) {
        const position = next
        next += 1
        const wait = began + position * paceMilliseconds - performance.now()
        if (wait > 2) await sleep(wait)
        await one(position)
      }
    }
    /** Lists that are gated as well, read by few. */
    const watch = async (path: string, word: string): Promise<Sight[]> => {
      const seen: Sight[] = []
      while (sinceAnnouncement() < 6_000) {
        const begun = sinceAnnouncement()
        const { body } = await read(nginx.url + path, { 'accept-language': 'zh-CN' })
        seen.push({ begun, ended: sinceAnnouncement(), shows: body.includes(word) })
        await sleep(50)
      }
      return seen
    }
    const [, ...watched] = await Promise.all([
      Promise.all(Array.from({ length: connections }, loop)),
      watch('/News', newsWord),
      watch('/api/news', newsWord),
      watch('/Works', resultWord),
      watch('/api/public/works', resultWord),
      watch('/', `/Results/${list}`),
    ])
    expect(wrong).toEqual([])
    checkTimes(sights)
    for (const seen of watched) checkTimes(seen)
    const cost = countAtSite('/Results') - before
    expect(cost).toBeGreaterThan(0)
    expect(cost).toBeLessThanOrEqual(count / 100)
  })

  test('languages stay apart, whatever readers send, and are those that the site chooses itself', async () => {
    const wishes = [
      'en',
      'en-GB',
      'en-US,en;q=0.9',
      'zh',
      'zh-Hans',
      'zh-Hans-HK',
      'zh-HK',
      'zh-Hant-TW, zh;q=0.8',
      'ZH-tw',
      'pt',
      'pt-PT,pt;q=0.9,en;q=0.8',
      'id',
      'id-ID',
      'fr-FR,fr;q=0.9,pt-BR;q=0.8',
      'en;q=0.1, zh-TW',
      'eng',
      '*',
      'en;q=0,id',
      ' en-US ',
      'de',
      'zh-CN-x-private',
    ].map((wish) => ({ 'accept-language': wish }))
    const cookies = [
      'lectern.locale=id-ID',
      'x=lectern.locale=en-US',
      'lectern.locale=fr',
      'lectern.locale=en-USA',
      'lectern.locale=fr; lectern.locale=en-US',
      'lecternXlocale=en-US',
      ' lectern.locale=pt-BR;z=1',
    ].map((cookie) => ({ cookie, 'accept-language': 'zh-TW' }))
    const forged = [{ [languageHeader]: 'en-US' }, { [languageHeader]: 'pt-BR', cookie: 'lectern.locale=zh-TW' }]
    const all = [...readers.map(({ headers }) => headers), ...wishes, ...cookies, ...forged]
    for (const path of ['/News', '/News?lang=en-US', '/EnrollFor', '/feed.xml', '/api/news', '/api/news/nothing'])
      for (let reading = 0; reading < 2; reading += 1)
        for (const headers of all) {
          const { [languageHeader]: _forged, ...honest } = headers as Record<string, string>
          const [mine, own] = await Promise.all([read(nginx.url + path, headers), read(site.url + path, honest)])
          const withoutId = ({ body }: Read): string => body.toString().replace(/"requestId":"[^"]*"/, '')
          expect([path, headers, mine.status, withoutId(mine)]).toEqual([path, headers, own.status, withoutId(own)])
          expect(mine.headers['cache-control']).toBe(path.endsWith('nothing') ? 'no-store' : 'no-cache')
        }
  })

  test('browsers are told what they would be told without the cache, and get only what is new', async () => {
    const headers = { 'accept-language': 'en-US', 'accept-encoding': 'gzip' }
    const first = await read(`${nginx.url}/News`, headers)
    const known = await read(`${nginx.url}/News`, { ...headers, 'if-none-match': first.headers.etag! })
    const head = await read(`${nginx.url}/News`, headers, 'HEAD')
    expect([first.status, known.status, known.body.length, head.status, head.body.length]).toEqual([
      200, 304, 0, 200, 0,
    ])
    for (const { headers: sent } of [first, known, head])
      expect([sent['cache-control'], sent.vary, sent.etag]).toEqual([
        'no-cache',
        'Accept-Encoding, Accept-Language, Cookie',
        first.headers.etag,
      ])
    expect(first.headers['content-encoding']).toBe('gzip')
    const other = await read(`${nginx.url}/News`, {
      ...headers,
      'accept-language': 'pt-BR',
      'if-none-match': first.headers.etag!,
    })
    expect([other.status, other.headers.etag === first.headers.etag]).toEqual([200, false])
  })

  test('who is signed in never gets what others are told, and leaves nothing of their own', async () => {
    const english = { 'accept-language': 'en-US' }
    const ask = (path: string, headers: Record<string, string>) => read(nginx.url + path, { ...english, ...headers })
    const visitorBefore = countAtSite('/api/user/currentUser')
    for (let reading = 0; reading < 20; reading += 1)
      expect((await ask('/api/user/currentUser', { cookie: 'lectern.locale=en-US' })).body.includes(visitorCode)).toBe(
        true,
      )
    expect(countAtSite('/api/user/currentUser') - visitorBefore).toBeLessThan(5)
    for (let reading = 0; reading < 3; reading += 1) {
      const mine = await ask('/api/user/currentUser', person.headers)
      expect([mine.status, mine.body.includes(person.username), mine.headers['cache-control']]).toEqual([
        200,
        true,
        'no-store',
      ])
      const theirs = await ask('/api/user/currentUser', {})
      expect([theirs.body.includes(visitorCode), theirs.body.includes(person.username)]).toEqual([true, false])
    }
    for (const path of [
      '/',
      '/News',
      '/Results',
      '/account/center',
      '/account/settings',
      '/api/notices',
      '/api/account/teams',
    ]) {
      const mine = [await ask(path, person.headers), await ask(path, person.headers)]
      const theirs = await ask(path, {})
      for (const { body, headers } of [...mine, theirs]) {
        expect([path, headers['set-cookie'], headers['cache-control']?.includes('s-maxage')]).toEqual([
          path,
          undefined,
          false,
        ])
        if (!path.startsWith('/api/')) expect([path, body.includes(person.username)]).toEqual([path, false])
      }
      if (path.startsWith('/api/')) expect([path, mine[0]!.status, theirs.status]).toEqual([path, 200, 401])
    }
    const before = countAtSite('/account/center')
    for (let reading = 0; reading < 3; reading += 1) await ask('/account/center', person.headers)
    expect(countAtSite('/account/center') - before).toBe(3)
  })

  test('an article that is taken back disappears, although errors of the site show the last page', async () => {
    const id = await addArticle(site.db, { title: { 'zh-CN': '撤回的文章' } })
    const url = `${nginx.url}/News/${id}`
    expect((await read(url)).status).toBe(200)
    await site.pool.query(`delete from article where id = $1`, [id])
    await eventually(async () => expect((await read(`${site.url}/News/${id}`)).status).toBe(404))
    // nginx counts whole seconds, and the last one is not over when they are.
    await sleep(6_000)
    expect((await read(url)).status).toBe(404)
  })

  test('a cache that knows nothing of languages gives nobody a wrong one', async () => {
    const naive = await startNginx(await newFolder('naive'), site.port, 'unknowing')
    try {
      for (let reading = 0; reading < 2; reading += 1) {
        const forged = await read(`${naive.url}/News`, { [languageHeader]: 'pt-BR' })
        expect(languageOf(forged)).toBe('pt-BR')
        for (const { headers, language } of readers)
          expect([headers, languageOf(await read(`${naive.url}/News`, headers))]).toEqual([headers, language])
        expect(languageOf(await read(`${naive.url}/News?lang=en-US`, readers[0]!.headers))).toBe('en-US')
      }
    } finally {
      await naive.close()
    }
  })

  test('while no process answers, readers get the last page', async () => {
    const headers = { 'accept-language': 'en-US' }
    expect((await read(`${nginx.url}/Results`, headers)).status).toBe(200)
    await site.drain.begin()
    await sleep(7_000)
    expect((await read(`${site.url}/Results`, headers)).status).toBe(503)
    const last = await read(`${nginx.url}/Results`, headers)
    expect([last.status, last.body.includes(`/Results/${list}`)]).toEqual([200, true])
  })
})
