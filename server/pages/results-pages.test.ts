import type { ResultListId } from '@lectern/contract/ids.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { installPages } from '../database/pages.ts'
import { activityWithResults } from '../testing/announced-results.ts'
import { createEdition, daysFromNoon } from '../testing/contest.ts'
import { maxScriptBytes } from '../testing/page-weight.ts'
import { fixedNow, startSite, type TestSite } from '../testing/site.ts'

let site: TestSite
let contest: Awaited<ReturnType<typeof activityWithResults>>
let read: Awaited<ReturnType<typeof announceAndRead>>
beforeAll(async () => {
  site = await startSite({ withTasks: true })
  await installPages(site.db, fixedNow)
  contest = await activityWithResults(site, await createEdition(site), {
    works: 10,
    titles: ['冠军课堂', '亚军课堂', '季军课堂'],
  })
  read = await announceAndRead()
})
afterAll(() => site.close())

const page = async (path: string, locale = 'zh-CN') => site.get(path, { 'accept-language': locale })

/** What everybody can ask for without knowing an id, as bytes and tags. */
const openAddresses = [
  '/',
  '/Results',
  '/Works',
  '/Works?search=%E8%AF%BE%E5%A0%82',
  '/search?search=%E5%86%A0%E5%86%9B%E8%AF%BE%E5%A0%82',
  '/sitemap.xml',
  '/feed.xml',
  '/api/public/results',
  '/api/public/works',
  '/api/search?q=%E5%86%A0%E5%86%9B%E8%AF%BE%E5%A0%82',
  '/api/pages/Home',
]

const snapshot = async () =>
  Promise.all(
    openAddresses.map(async (path) => {
      const { status, text, headers } = await page(path)
      return { path, status, text, tag: headers.get('etag') }
    }),
  )

/** Pages without the menus, which show `/Results` from the first notice on. */
const withoutMenus = (pages: Awaited<ReturnType<typeof snapshot>>) =>
  pages.map(({ path, status, text }) => ({
    path,
    status,
    text: text.replaceAll(/<(header|nav)\b.*?<\/\1>|"emptyPages":\[[^\]]*\]/gs, ''),
  }))

const found = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, first]) => first!)

const readAnnounced = async (at: TestSite, id: ResultListId) => ({
  list: await at.get(`/Results/${id}`),
  sitemap: await at.get('/sitemap.xml'),
  works: await at.get('/Works'),
  home: await at.get('/'),
})

/** Takes the list from nothing to its announcement, and returns what visitors have read at each stage. */
const announceAndRead = async () => {
  const first = await snapshot()
  await contest.compute()
  const computed = await snapshot()
  await contest.publicise()
  const { id } = await contest.office.newest()
  const readList = async (at: TestSite) => (await at.get(`/Results/${id}`)).status
  const notice = await page(`/Results/Publicity/${id}`)
  const publicised = { list: await readList(site), pages: await snapshot() }
  site.clock.set(daysFromNoon(8))
  const unscheduled = await snapshot()
  await contest.announce(daysFromNoon(9))
  const other = await startSite({ databaseUrl: site.databaseUrl, clock: site.clock })
  const scheduled = { pages: await snapshot(), lists: [await readList(site), await readList(other)] }
  site.clock.set(daysFromNoon(9))
  const announced = [await readAnnounced(site, id), await readAnnounced(other, id)]
  await other.close()
  return { id, first, computed, notice, publicised, unscheduled, scheduled, announced }
}

describe('before the announcement', () => {
  test('nothing tells that a list exists, whatever organisers prepare', () => {
    expect(read.first.map(({ status }) => status)).toEqual(openAddresses.map(() => 200))
    expect(read.computed).toEqual(read.first)
  })

  test('the public notice shows the proposed awards, and everything else stays as it was', () => {
    const { id, notice, publicised } = read
    expect([notice.status, notice.text.includes('冠军课堂'), notice.text.includes('王老师1')]).toEqual([
      200,
      true,
      true,
    ])
    expect(notice.text).toContain(`href="/Objection?list=${id}"`)
    expect(publicised.list).toBe(404)
    // A notice is announced on two pages, without a name of it.
    const isNotice = ({ path }: { path: string }): boolean =>
      ['/', '/Results', '/api/public/results', '/api/pages/Home'].includes(path)
    const others = (pages: typeof read.computed) => withoutMenus(pages.filter((one) => !isNotice(one)))
    expect(others(publicised.pages)).toEqual(others(read.computed))
    for (const { text } of publicised.pages.filter(isNotice)) {
      expect(text).toContain(id)
      expect(text).not.toMatch(/冠军课堂|王老师|一等奖/)
    }
    expect(notice.text).not.toContain('/Works/')
  })

  test('a scheduled list is shown from its second on, by every process', () => {
    const { id, unscheduled, scheduled, announced } = read
    expect(scheduled).toEqual({ pages: unscheduled, lists: [404, 404] })
    for (const { list, sitemap, works, home } of announced) {
      expect([list.status, list.text.includes('冠军课堂')]).toEqual([200, true])
      expect(sitemap.text).toContain(`/Results/${id}`)
      expect(works.text).toContain('冠军课堂')
      expect(home.text).toContain(`/Results/${id}`)
    }
  })
})

describe('the page of a list', () => {
  test('groups works by prize, and its order does not tell the ranks that are not shown', async () => {
    const { text } = await page(`/Results/${read.id}`)
    expect(found(text, /<h2 id="prize-[^"]*">([^<]*)</g)).toEqual(['一等奖（1）', '二等奖（2）', '三等奖（3）'])
    expect(found(text, /<th scope="col"[^>]*>([^<]*)</g).slice(0, 5)).toEqual([
      '作品名称',
      '参赛教师',
      '指导教师',
      '学校',
      '省份',
    ])
    // The third work has more points than the second.
    expect(found(text, /<th[^>]* scope="row"[^>]*>(?:<[^/>][^>]*>)*([^<]*)</g).slice(0, 3)).toEqual([
      '冠军课堂',
      '亚军课堂',
      '季军课堂',
    ])
    expect(text).not.toContain('95.00')
    expect(text).toContain('北京')
  })

  test('is filtered by its address, without scripts, and filtered pages are not indexed', async () => {
    const { id } = read
    const plain = await page(`/Results/${id}`)
    expect(plain.text).toContain(`<link rel="canonical" href="http://localhost:8000/Results/${id}"/>`)
    expect(plain.text).toContain('"@type":"ItemList"')
    const filtered = await page(`/Results/${id}?prize=second&search=${encodeURIComponent('亚军')}`)
    expect(found(filtered.text, /<h2 id="prize-[^"]*">([^<]*)</g)).toEqual(['二等奖'])
    expect([filtered.text.includes('亚军课堂'), filtered.text.includes('冠军课堂')]).toEqual([true, false])
    expect(filtered.text).toContain('<meta name="robots" content="noindex"/>')
    const none = await page(`/Results/${id}?school=nowhere`)
    expect(none.text).toContain('没有符合条件的作品')
  })

  test('has the fingerprint of the stored list', async () => {
    const { id } = read
    const { rows } = await site.pool.query<{ hash: Buffer }>(
      'select rows_hash as hash from result_list where id = $1',
      [id],
    )
    const digits = rows[0]!.hash.toString('hex')
    const { text } = await page(`/Results/${id}`)
    expect(text.replaceAll(/<[^>]*>/g, '')).toContain(digits)
  })

  test('leads to the works that may be watched', async () => {
    const { text } = await page(`/Results/${read.id}`)
    const links = found(text, /<a href="(\/Works\/[^"]*)"/g)
    // The third allowed nothing, and from the fifth on there is nothing to show.
    expect(links).toEqual([0, 1, 3].map((at) => `/Works/${contest.works[at]!.workId}`))
  })
})

describe('the page of an awarded work', () => {
  test('has a player that can seek, files under neutral names, the team and the prize', async () => {
    const id = contest.works[0]!.workId
    const { status, text } = await page(`/Works/${id}`)
    expect([status, text.includes('一等奖'), text.includes('王老师1')]).toEqual([200, true, true])
    expect(text).toContain(`<source src="/api/public/works/${id}/files/1" type="video/mp4"/>`)
    expect(text).not.toMatch(/王小明|IMG_0001|教案\.pdf|一个想法/)
    const small = await site.get(`/api/public/works/${id}/pictures/2`)
    expect([small.status, small.headers.get('content-type')]).toEqual([200, 'image/svg+xml; charset=utf-8'])
    expect(Number(small.headers.get('content-length'))).toBeLessThan(20_000)
    expect(small.headers.get('etag')).not.toMatch(/[\da-f]{8}-[\da-f]{4}-7/)
  })

  test('plays a film from anywhere: each range has the bytes of the whole file', async () => {
    const address = `${site.url}/api/public/works/${contest.works[0]!.workId}/files/1`
    const readFilm = async (headers: Record<string, string> = {}) => {
      const answer = await fetch(address, { headers })
      const content = Buffer.from(await answer.arrayBuffer())
      return {
        status: answer.status,
        range: answer.headers.get('content-range'),
        tag: answer.headers.get('etag')!,
        content,
      }
    }
    const whole = await readFilm()
    const { length } = whole.content
    expect([whole.status, whole.range, length > 1_000]).toEqual([200, null, true])
    for (const [range, from, to] of [
      ['bytes=0-99', 0, 99],
      ['bytes=100-199', 100, 199],
      ['bytes=-50', length - 50, length - 1],
      [`bytes=${length - 10}-`, length - 10, length - 1],
      [`bytes=10-${length + 500}`, 10, length - 1],
    ] as const) {
      const part = await readFilm({ range })
      expect([part.status, part.range]).toEqual([206, `bytes ${from}-${to}/${length}`])
      expect(part.content.equals(whole.content.subarray(from, to + 1))).toBe(true)
    }
    const beyond = await readFilm({ range: `bytes=${length}-` })
    expect([beyond.status, beyond.range]).toEqual([416, `bytes */${length}`])
    const same = await readFilm({ range: 'bytes=0-9', 'if-range': whole.tag })
    const other = await readFilm({ range: 'bytes=0-9', 'if-range': '"another"' })
    expect([same.status, other.status, other.content.length]).toEqual([206, 200, length])
  })

  test('does not exist for a work whose team allowed nothing, nor do its files', async () => {
    const id = contest.works[2]!.workId
    for (const path of [
      `/Works/${id}`,
      `/api/public/works/${id}`,
      `/api/public/works/${id}/files/1`,
      `/api/public/works/${id}/pictures/2`,
    ])
      expect([path, (await page(path)).status]).toEqual([path, 404])
  })

  test('offers no picture of a file that does not exist', async () => {
    expect((await site.get(`/api/public/works/${contest.works[0]!.workId}/pictures/9`)).status).toBe(404)
  })
})

test('every page of results stays within the limit of JavaScript', async () => {
  const { id } = read
  for (const path of [
    '/',
    '/Results',
    `/Results/${id}`,
    `/Results/Publicity/${id}`,
    '/Works',
    `/Works/${contest.works[0]!.workId}`,
  ]) {
    const { text } = await page(path)
    const scripts = new Set([
      ...found(text, /<script[^>]* src="([^"]+)"/g),
      ...found(text, /<link rel="modulepreload"[^>]* href="([^"]+)"/g),
    ])
    const sizes = await Promise.all(
      [...scripts].map(async (script) =>
        Number((await site.get(script, { 'accept-encoding': 'gzip' })).headers.get('content-length')),
      ),
    )
    const total = sizes.reduce((sum, size) => sum + size, 0)
    expect([path, Math.max(total, maxScriptBytes)]).toEqual([path, maxScriptBytes])
  }
})
