import { listExperts, type ShownExpert } from '@lectern/contract/experts/experts.ts'
import type { Page } from '@lectern/contract/paging.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../platform/database/drizzle.ts'
import { addExpert } from '../../testing/experts.ts'
import { addFile } from '../../testing/files.ts'
import { refusalOf } from '../../testing/refusals.ts'
import { startSite, type TestSite } from '../../testing/site.ts'

let site: TestSite

beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())
beforeEach(() => site.db.execute(sql`truncate expert`))

/** Each test uses its own page size, so that cached responses of others do not match. */
let pageSize = 100
const list = async (query = '', headers: Record<string, string> = {}): Promise<Page<ShownExpert>> => {
  pageSize -= 1
  const path = `/api/experts?pageSize=${pageSize}${query && `&${query}`}`
  const answer = await site.get(path, headers)
  expect(answer.status).toBe(200)
  return answer.data(listExperts)
}
const names = async (query = ''): Promise<string[]> => (await list(query)).list.map(({ name }) => name)

describe('the experts', () => {
  test('have exactly the fields of the contract, in the language of the name', async () => {
    const photo = await addFile(site.db, { width: 400, height: 500 })
    const id = await addExpert(site.db, {
      name: { 'zh-CN': '李明', 'en-US': 'Li Ming' },
      title: { 'zh-CN': '教授', 'en-US': 'Professor' },
      school: { 'zh-CN': '云泽师范大学' },
      bio: { 'zh-CN': '简介', 'en-US': 'About him' },
      fields: ['ai', 'assessment'],
      photo,
    })
    expect(await list('', { 'accept-language': 'en' })).toEqual({
      list: [
        {
          id,
          name: 'Li Ming',
          title: 'Professor',
          school: '',
          bio: 'About him',
          locale: 'en-US',
          fields: ['ai', 'assessment'],
          photo: { id: photo, width: 400, height: 500 },
        },
      ],
      total: 1,
      page: 1,
      pageSize,
    })
  })

  test('stand in the order that organisers gave them, ten a page', async () => {
    for (let position = 12; position >= 1; position -= 1)
      await addExpert(site.db, { name: { 'zh-CN': `第${position}位` }, position })
    const first = (await site.get('/api/experts')).data(listExperts)
    expect([first.list.length, first.list[0]!.name, first.total]).toEqual([10, '第1位', 12])
    const second = (await site.get('/api/experts?page=2')).data(listExperts)
    expect(second.list.map(({ name }) => name)).toEqual(['第11位', '第12位'])
  })

  test('are seen only once they are published', async () => {
    await addExpert(site.db, { state: 'draft' })
    await addExpert(site.db, { state: 'archived' })
    await addExpert(site.db, { name: { 'zh-CN': '公开' } })
    expect(await names()).toEqual(['公开'])
    expect(await names('search=%E4%B8%93%E5%AE%B6')).toEqual([])
  })

  test('have no photo until it can be shown', async () => {
    await addExpert(site.db, { photo: await addFile(site.db, { state: 'waiting', width: null, height: null }) })
    expect((await list()).list.map(({ photo }) => photo)).toEqual([null])
  })

  test('are found by field', async () => {
    await addExpert(site.db, { name: { 'zh-CN': '甲' }, fields: ['ai'] })
    await addExpert(site.db, { name: { 'zh-CN': '乙' }, fields: ['media', 'ai'] })
    await addExpert(site.db, { name: { 'zh-CN': '丙' }, fields: [] })
    expect([await names('field=ai'), await names('field=media'), await names('field=basic')]).toEqual([
      ['甲', '乙'],
      ['乙'],
      [],
    ])
  })

  test.each([
    ['a name', '李明'],
    ['a part of a name', '明'],
    ['the beginning of a name in another language', 'Mingy'],
    ['a school in another language', 'yunze'],
    ['a word of what is told about him', '虚拟仿真'],
    ['several words of several languages', '教授 Professor'],
    ['full-width letters', 'ｍｉｎｇｙｕ'],
  ])('are found in all languages by %s', async (_, search) => {
    await addExpert(site.db, {
      name: { 'zh-CN': '李明', 'en-US': 'Mingyu Li' },
      title: { 'zh-CN': '教授', 'en-US': 'Professor' },
      school: { 'zh-CN': '云泽师范大学', 'en-US': 'Yunze Normal University' },
      bio: { 'zh-CN': '研究虚拟仿真实验教学。' },
    })
    await addExpert(site.db, { name: { 'zh-CN': '王芳' }, title: {}, school: {}, bio: {} })
    expect(await names(`search=${encodeURIComponent(search)}`)).toEqual(['李明'])
  })

  test('are found by words and field together', async () => {
    await addExpert(site.db, { name: { 'zh-CN': '李明' }, fields: ['ai'] })
    await addExpert(site.db, { name: { 'zh-CN': '李明' }, fields: ['media'] })
    const { list: found, total } = await list(`field=media&search=${encodeURIComponent('李明')}`)
    expect([found.map(({ fields }) => fields), total]).toEqual([[['media']], 1])
  })

  test('whatever is searched for, it is text', async () => {
    await addExpert(site.db)
    for (const search of [`'; drop table expert; --`, `%_\\`, `a:* & !b | (`, '\u0000', '<script>'])
      expect((await site.get(`/api/experts?search=${encodeURIComponent(search)}`)).status).toBe(200)
    expect(await names()).toHaveLength(1)
  })

  test.each([['field=cooking'], ['page=0'], ['pageSize=101'], ['state=draft'], ['sort=name']])(
    'are not asked for by %s',
    async (query) => {
      expect(refusalOf(await site.get(`/api/experts?${query}`))).toEqual({
        status: 422,
        error: 'request.invalid',
        at: [query.split('=')[0]],
      })
    },
  )

  test('cost as many questions however many there are', async () => {
    const photo = await addFile(site.db)
    await addExpert(site.db, { photo })
    const count = async (): Promise<number> => {
      const before = site.statements.length
      await list('search=a')
      await list(`search=${encodeURIComponent('教授')}`)
      return site.statements.length - before
    }
    await count()
    const one = await count()
    for (let position = 0; position < 30; position += 1) await addExpert(site.db, { photo: await addFile(site.db) })
    expect(await count()).toBe(one)
  })
})

test('a search can be answered from its index, in the form in which it is asked', async () => {
  await list('search=anything')
  const asked = site.statements.findLast((statement) => statement.includes('search_query'))!
  const client = await site.pool.connect()
  try {
    // Few rows are read faster without an index, which is not under test.
    await client.query('set enable_seqscan = off')
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain (generic_plan) ${asked}`)
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('expert_search')
  } finally {
    client.release(true)
  }
})
