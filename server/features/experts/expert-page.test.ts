import type { FileId } from '@lectern/contract/ids.ts'
import { locales } from '@lectern/contract/locales.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addExpert } from '../../testing/experts.ts'
import { startSite, type TestSite } from '../../testing/site.ts'
import { addFile } from '../../testing/files.ts'

let site: TestSite
const script = '<script>alert(1)</script>'

beforeAll(async () => {
  site = await startSite()
  const photo = await addFile(site.db, {
    id: '01900000-0000-7000-8000-00000000000f' as FileId,
    width: 400,
    height: 500,
  })
  await addExpert(site.db, {
    name: { 'zh-CN': '李明', 'en-US': 'Li Ming' },
    title: { 'zh-CN': '教授', 'en-US': 'Professor' },
    school: { 'zh-CN': '云泽大学', 'en-US': 'Yunze University' },
    bio: { 'zh-CN': '简介', 'en-US': 'First line\nSecond line' },
    fields: ['ai'],
    photo,
    position: 1,
  })
  await addExpert(site.db, {
    name: { 'zh-CN': `王芳${script}` },
    title: { 'zh-CN': script },
    school: {},
    bio: { 'zh-CN': script },
    fields: ['media'],
    position: 2,
  })
})
afterAll(() => site.close())

const page = async (path: string, language = 'en-US') => {
  const { status, text } = await site.get(path, { 'accept-language': language })
  const all = (pattern: RegExp): string[] => [...text.matchAll(pattern)].map((found) => found[1]!)
  const [structured] = all(/<script type="application\/ld\+json">(.*?)<\/script>/g)
  return {
    status,
    text,
    names: all(/<h2[^>]*>([^<]*)<\/h2>/g),
    title: all(/<title>([^<]*)<\/title>/g),
    canonical: all(/<link rel="canonical" href="([^"]*)"/g),
    alternates: all(/<link rel="alternate" hrefLang="([^"]*)"/gi),
    robots: all(/<meta name="robots" content="([^"]*)"/g),
    structured: structured === undefined ? undefined : (JSON.parse(structured) as Record<string, unknown>),
  }
}

describe('the page of the experts', () => {
  test('is readable without scripts, and says to search engines who they are', async () => {
    const { status, text, names, canonical, alternates, structured } = await page('/Expert')
    expect({ status, names, canonical }).toEqual({
      status: 200,
      names: ['Li Ming', '王芳&lt;script&gt;alert(1)&lt;/script&gt;'],
      canonical: ['http://localhost:8000/Expert?lang=en-US'],
    })
    expect(alternates.toSorted()).toEqual([...locales, 'x-default'].toSorted())
    expect(text).toContain('First line\nSecond line')
    expect(text).not.toContain(script)
    expect(text).not.toMatch(/<[^>]* style="/)
    expect(structured).toEqual({
      '@context': 'https://schema.org',
      '@type': 'ItemList',
      itemListElement: [
        {
          '@type': 'ListItem',
          position: 1,
          item: {
            '@type': 'Person',
            name: 'Li Ming',
            jobTitle: 'Professor',
            affiliation: { '@type': 'EducationalOrganization', name: 'Yunze University' },
            knowsAbout: ['Artificial intelligence'],
            image: 'http://localhost:8000/api/files/01900000-0000-7000-8000-00000000000f/400.webp',
          },
        },
        {
          '@type': 'ListItem',
          position: 2,
          item: { '@type': 'Person', name: `王芳${script}`, jobTitle: script, knowsAbout: ['Digital media'] },
        },
      ],
    })
  })

  test('lists a field under an address of its own, and searches under none', async () => {
    const field = await page('/expert?field=ai')
    expect([field.names, field.canonical, field.robots]).toEqual([
      ['Li Ming'],
      ['http://localhost:8000/Expert?field=ai&amp;lang=en-US'],
      [],
    ])
    const search = await page(`/Expert?search=${encodeURIComponent('李明')}`, 'zh-CN')
    expect([search.names, search.canonical, search.robots]).toEqual([['李明'], [], ['noindex']])
    expect(search.text).toContain('找到 1 位与“李明”相关的专家')
  })

  test('ignores what makes no sense in its address', async () => {
    expect((await page('/Expert?field=cooking&page=x&utm_source=mail')).names).toHaveLength(2)
  })
})
