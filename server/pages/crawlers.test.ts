import { defaultLocale, locales, type Locale } from '@lectern/contract/locales.ts'
import type { ActivityId, MaterialId, NewsId } from '@lectern/contract/ids.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addArticle } from '../testing/articles.ts'
import { createActivity, createEdition } from '../testing/contest.ts'
import { addMaterial } from '../testing/materials.ts'
import { after, startSite, type TestSite } from '../testing/site.ts'

let site: TestSite
let first: NewsId
let second: NewsId
let guide: MaterialId
let lesson: ActivityId

const hostile = ']]></title><script>alert(1)</script> & "quoted" \u0001\u000b\uffff end'

beforeAll(async () => {
  site = await startSite({ config: { publicUrl: new URL('https://contest.example.org') } })
  first = await addArticle(site.db, {
    title: { 'zh-CN': '新', 'en-US': 'New' },
    publishedAt: after(-1000),
    updatedAt: after(-500),
    category: 'guide',
  })
  second = await addArticle(site.db, {
    title: { 'zh-CN': hostile },
    summary: { 'zh-CN': hostile },
    body: { 'zh-CN': `<p>${hostile}</p>` },
    publishedAt: after(-2000),
  })
  await addArticle(site.db, { title: { 'zh-CN': '草稿' }, state: 'draft' })
  guide = await addMaterial(site.db)
  const edition = await createEdition(site)
  lesson = await createActivity(site, edition)
  await createActivity(site, edition, { state: 'draft' })
  await addMaterial(site.db, { state: 'archived' })
  await addArticle(site.db, { title: { 'zh-CN': '定时' }, state: 'scheduled', publishedAt: after(5000) })
})
afterAll(() => site.close())

interface Element {
  name: string
  attributes: Record<string, string>
  children: Element[]
  text: string
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const unescape = (text: string): string => {
  expect(text).not.toMatch(/&(?!(amp|lt|gt|quot|apos);)/)
  return text.replaceAll(/&(\w+);/g, (_, name: string) => entities[name]!)
}

/** Reads XML as strictly as this test needs: every tag closed, every attribute quoted, every `&` and `<` escaped, no forbidden character. */
const parseXml = (xml: string): Element => {
  // oxlint-disable-next-line no-control-regex -- exactly these are not allowed in XML
  expect(xml).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/)
  expect(xml.startsWith('<?xml version="1.0" encoding="utf-8"?>\n')).toBe(true)
  const root: Element = { name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  const tokens = /<(\/?)([\w:]+)((?:\s+[\w:]+="[^"<]*")*)\s*(\/?)>|([^<]+)/gy
  tokens.lastIndex = xml.indexOf('\n')
  for (let end = tokens.lastIndex; end < xml.length; end = tokens.lastIndex) {
    const found = tokens.exec(xml)
    if (!found) throw new Error(`no XML: ${xml.slice(end, end + 60)}`)
    const [, closing, name, attributes = '', empty, text] = found
    if (text !== undefined) open.at(-1)!.text += unescape(text)
    else if (closing) expect(open.pop()!.name).toBe(name)
    else {
      const pairs = [...attributes.matchAll(/([\w:]+)="([^"]*)"/g)].map(
        ([, key, value]) => [key!, unescape(value!)] as const,
      )
      const element: Element = { name: name!, attributes: Object.fromEntries(pairs), children: [], text: '' }
      open.at(-1)!.children.push(element)
      if (!empty) open.push(element)
    }
  }
  expect(open.length).toBe(1)
  expect(root.children.length).toBe(1)
  return root.children[0]!
}

const childrenOf = (element: Element, name: string): Element[] =>
  element.children.filter((child) => child.name === name)
const textOf = (element: Element, name: string): string | undefined => childrenOf(element, name)[0]?.text

describe('the feed', () => {
  test('is well-formed Atom with the visible news, newest first, whatever their titles hold', async () => {
    const answer = await site.get('/feed.xml')
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/atom+xml; charset=utf-8'])
    const feed = parseXml(answer.text)
    expect([feed.name, feed.attributes]).toEqual([
      'feed',
      { xmlns: 'http://www.w3.org/2005/Atom', 'xml:lang': 'zh-CN', 'xml:base': 'https://contest.example.org/' },
    ])
    const entries = childrenOf(feed, 'entry')
    expect(entries.map((entry) => textOf(entry, 'id'))).toEqual([`urn:uuid:${first}`, `urn:uuid:${second}`])
    expect(entries.map((entry) => textOf(entry, 'title'))).toEqual([
      '新',
      ']]></title><script>alert(1)</script> & "quoted"  end',
    ])
    expect(childrenOf(entries[0]!, 'link')[0]!.attributes).toEqual({
      href: `https://contest.example.org/News/${first}`,
    })
    expect([textOf(entries[0]!, 'published'), textOf(entries[0]!, 'updated')]).toEqual([
      '2031-05-20T11:59:59.000Z',
      '2031-05-20T11:59:59.500Z',
    ])
    expect(textOf(feed, 'updated')).toBe('2031-05-20T11:59:59.500Z')
    expect(childrenOf(entries[0]!, 'category')[0]!.attributes.term).toBe('guide')
    expect(textOf(entries[1]!, 'content')).not.toContain('<script')
    expect(childrenOf(feed, 'link').map(({ attributes }) => attributes)).toEqual([
      { href: 'https://contest.example.org/News' },
      { rel: 'self', href: 'https://contest.example.org/feed.xml' },
    ])
  })

  test('speaks the language that is asked for', async () => {
    for (const [path, headers] of [
      ['/feed.xml?lang=en-US', {}],
      ['/feed.xml', { 'accept-language': 'en' }],
      ['/feed.xml', { cookie: 'lectern.locale=en-US' }],
    ] as const) {
      const feed = parseXml((await site.get(path, headers)).text)
      expect([feed.attributes['xml:lang'], textOf(childrenOf(feed, 'entry')[0]!, 'title')]).toEqual(['en-US', 'New'])
    }
  })

  test('shows a scheduled article when it is due', async () => {
    const later = await startSite({ databaseUrl: site.databaseUrl })
    const count = async (): Promise<number> => childrenOf(parseXml((await later.get('/feed.xml')).text), 'entry').length
    expect(await count()).toBe(2)
    later.clock.set(after(5000))
    expect(await count()).toBe(3)
    await later.close()
  })
})

const inLanguage = (url: string, locale: Locale): string => {
  if (locale === defaultLocale) return url
  return `${url}${url.includes('?') ? '&' : '?'}lang=${locale}`
}

describe('the sitemap', () => {
  test('lists the public pages and the visible news in every language', async () => {
    const other = await startSite({
      databaseUrl: site.databaseUrl,
      config: { publicUrl: new URL('https://contest.example.org') },
    })
    const answer = await other.get('/sitemap.xml')
    await other.close()
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/xml; charset=utf-8'])
    const urls = childrenOf(parseXml(answer.text), 'url')
    const home = 'https://contest.example.org'
    expect(urls.map((url) => textOf(url, 'loc'))).toEqual([
      `${home}/`,
      `${home}/About`,
      `${home}/Contact`,
      `${home}/Contact_bac`,
      `${home}/EnrollFor`,
      `${home}/Expert`,
      `${home}/MATE`,
      `${home}/News`,
      `${home}/Journal`,
      `${home}/Science`,
      `${home}/Trivia/InterPeriodical`,
      `${home}/Trivia/Others`,
      `${home}/Objection`,
      `${home}/Note`,
      `${home}/Results`,
      `${home}/Rules`,
      `${home}/Trivia/Download`,
      `${home}/Trivia/Mate`,
      `${home}/Trivia/Material`,
      `${home}/Trivia/Material/CoverBox`,
      `${home}/Trivia/Video`,
      `${home}/Trivia/Wonderful`,
      `${home}/Works`,
      `${home}/database/list`,
      `${home}/database/listMD`,
      `${home}/Certificate`,
      `${home}/Privacy`,
      `${home}/Terms`,
      `${home}/Accessibility`,
      `${home}/EnrollFor/${lesson}`,
      `${home}/News/${first}`,
      `${home}/News/${second}`,
      `${home}/database/listMD?id=${guide}`,
    ])
    const ofFirst = urls.find((url) => textOf(url, 'loc')?.endsWith(first))
    expect(textOf(ofFirst!, 'lastmod')).toBe('2031-05-20T11:59:59.500Z')
    for (const url of urls)
      expect(childrenOf(url, 'xhtml:link').map(({ attributes }) => attributes)).toEqual(
        locales.map((locale) => ({
          rel: 'alternate',
          hreflang: locale,
          href: inLanguage(textOf(url, 'loc')!, locale),
        })),
      )
  })
})

test('robots.txt leads to the sitemap and away from the interface', async () => {
  const answer = await site.get('/robots.txt')
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
  const lines = answer.text.split('\n')
  expect(lines[0]).toBe('User-agent: *')
  expect(lines).toContain('Disallow: /api/')
  expect(lines).toContain('Sitemap: https://contest.example.org/sitemap.xml')
})

describe('the calendar', () => {
  const linesOf = async (path: string): Promise<string[]> => {
    const answer = await site.get(path)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8'])
    return answer.text.replaceAll('\r\n ', '').split('\r\n')
  }
  const eventIn = (lines: string[]): string[] =>
    lines
      .slice(lines.indexOf('BEGIN:VEVENT') + 1, lines.indexOf('END:VEVENT'))
      .filter((line) => !line.startsWith('DTSTAMP'))

  test('of an activity tells when a phase opens and closes, in the reader’s language, under names that stay', async () => {
    const lines = await linesOf(`/calendar/${lesson}.ics?lang=en-US`)
    expect(lines.filter((line) => /^(UID|DTSTART|DTEND|SUMMARY|TRIGGER)/.test(line))).toEqual([
      `UID:${lesson}.enrolment.opens@contest.example.org`,
      'DTSTART:20310515T120000Z',
      'DTEND:20310515T123000Z',
      'SUMMARY:Course Innovation: Enrollment opens',
      'TRIGGER:-PT10M',
      `UID:${lesson}.enrolment.closes@contest.example.org`,
      'DTSTART:20310525T113000Z',
      'DTEND:20310525T120000Z',
      'SUMMARY:Course Innovation: Enrollment closes',
      'TRIGGER:-PT1440M',
      'TRIGGER:-PT60M',
    ])
    expect(eventIn(lines).slice(4)).toEqual([
      'DESCRIPTION:May 15\\, 2031\\, 20:00 (Beijing time) to May 25\\, 2031\\, 20:00 (Beijing time)',
      `URL:https://contest.example.org/EnrollFor/${lesson}`,
      'TRANSP:TRANSPARENT',
      'BEGIN:VALARM',
      'ACTION:DISPLAY',
      'TRIGGER:-PT10M',
      'DESCRIPTION:Course Innovation: Enrollment opens',
      'END:VALARM',
    ])
  })

  test('of the edition is in the reader’s language', async () => {
    const summaryIn = async (locale: Locale) =>
      (await linesOf(`/calendar.ics?lang=${locale}`)).find((line) => line.startsWith('SUMMARY:'))
    expect(await Promise.all((['zh-CN', 'en-US', 'pt-BR'] as const).map(summaryIn))).toEqual([
      'SUMMARY:第八届：报名开始',
      'SUMMARY:Eighth edition: Enrollment opens',
      'SUMMARY:第八届: Inscrições – abertura',
    ])
  })

  test('of what is not there is not there', async () => {
    const paths = ['/calendar/nonsense.ics', '/calendar/01980000-0000-7000-8000-000000000000.ics']
    expect(await Promise.all(paths.map(async (path) => (await site.get(path)).status))).toEqual([404, 404])
  })
})
