import type { PartnerId } from '@lectern/contract/ids.ts'
import {
  createPartner,
  listAllPartners,
  listPartners,
  savePartner,
  switchPartner,
  type Partner,
  type ShownPartner,
} from '@lectern/contract/partners/partners.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../platform/database/drizzle.ts'
import { addFile } from '../../testing/files.ts'
import { meetAt } from '../../testing/meeting.ts'
import { createPerson, type TestPerson } from '../../testing/people.ts'
import { refusalOf } from '../../testing/refusals.ts'
import { eventually, fixedNow, startSite, type TestSite } from '../../testing/site.ts'

let site: TestSite
let organiser: TestPerson

beforeAll(async () => {
  site = await startSite()
  organiser = await createPerson(site, { access: 'admin' })
})
afterAll(() => site.close())
beforeEach(() => site.db.execute(sql`truncate partner, revision`))

const content = (changes: object = {}) => ({
  role: 'partner',
  name: { 'zh-CN': '云泽出版社', 'en-US': 'Yunze Press' },
  link: 'https://press.example',
  logo: null,
  visible: true,
  ...changes,
})

const call = (method: string, path: string, body?: unknown) =>
  site.call(method, path, { headers: organiser.headers, ...(body !== undefined && { body }) })

const add = async (changes: object = {}): Promise<Partner> => {
  const answer = await call('POST', '/api/partners', content(changes))
  expect(answer.status).toBe(200)
  return answer.data(createPartner)
}

const all = async () => (await call('GET', '/api/partners/all')).data(listAllPartners)

const shown = async (query = '', headers: Record<string, string> = {}): Promise<ShownPartner[]> =>
  (await site.get(`/api/partners${query}`, headers)).data(listPartners).list

describe('visitors', () => {
  test('see those that are shown, with their logos, in their language', async () => {
    const logo = await addFile(site.db, { width: 320, height: 120 })
    const first = await add({ logo })
    await add({ visible: false })
    const third = await add({ role: 'host', name: { 'zh-CN': '主办方' }, link: null })
    await eventually(async () =>
      expect(await shown('', { 'accept-language': 'en' })).toEqual([
        {
          id: first.id,
          role: 'partner',
          name: 'Yunze Press',
          locale: 'en-US',
          link: 'https://press.example',
          logo: { id: logo, width: 320, height: 120 },
        },
        { id: third.id, role: 'host', name: '主办方', locale: 'zh-CN', link: null, logo: null },
      ]),
    )
    expect((await shown('?role=host')).map(({ id }) => id)).toEqual([third.id])
  })

  test('see a change of order at once', async () => {
    const [a, b] = [await add({ name: { 'zh-CN': '甲' } }), await add({ name: { 'zh-CN': '乙' } })]
    await eventually(async () => expect((await shown()).map(({ name }) => name)).toEqual(['甲', '乙']))
    const { order } = await all()
    await call('PUT', '/api/partners/order', { ids: [b.id, a.id], basedOn: order })
    await eventually(async () => expect((await shown()).map(({ name }) => name)).toEqual(['乙', '甲']))
  })
})

describe('an organiser', () => {
  test('adds, saves, hides and deletes a partner', async () => {
    const added = await add()
    expect(added).toEqual({
      id: added.id,
      ...content(),
      logoPicture: null,
      version: 1,
      written: { 'zh-CN': fixedNow.toISOString(), 'en-US': fixedNow.toISOString() },
      updatedAt: fixedNow.toISOString(),
    })
    const saved = await call('PUT', `/api/partners/${added.id}`, { ...content({ role: 'media' }), version: 1 })
    expect(saved.data(savePartner)).toEqual({ ...added, role: 'media', version: 2 })
    const hidden = await call('PUT', `/api/partners/${added.id}/visible`, { visible: false, version: 2 })
    expect(hidden.data(switchPartner)).toEqual({ ...added, role: 'media', visible: false, version: 3 })
    expect((await call('DELETE', `/api/partners/${added.id}?version=3`)).status).toBe(200)
    expect(refusalOf(await call('GET', `/api/partners/${added.id}`))).toEqual({
      status: 404,
      error: 'partner.notFound',
    })
  })

  test('gets an error when a colleague has saved meanwhile', async () => {
    const { id } = await add()
    await call('PUT', `/api/partners/${id}`, { ...content({ role: 'host' }), version: 1 })
    const late = [
      await call('PUT', `/api/partners/${id}`, { ...content(), version: 1 }),
      await call('PUT', `/api/partners/${id}/visible`, { visible: false, version: 1 }),
      await call('DELETE', `/api/partners/${id}?version=1`),
      await call('PUT', '/api/partners/order', { ids: [id], basedOn: 'another' }),
    ]
    expect(late.map(refusalOf)).toEqual(late.map(() => ({ status: 409, error: 'resource.changed' })))
  })

  test.each([
    ['a role that there is not', { role: 'sponsor' }, 'role'],
    ['no name', { name: {} }, 'name'],
    ['a link that runs', { link: ' javascript:alert(1)' }, 'link'],
    ['a link of another scheme', { link: 'vbscript:x' }, 'link'],
  ])('cannot give %s', async (_, changes, field) => {
    expect(refusalOf(await call('POST', '/api/partners', content(changes)))).toEqual({
      status: 422,
      error: 'request.invalid',
      at: [field],
    })
  })

  test('cannot use a file as a logo that is no picture of the site', async () => {
    const logo = await addFile(site.db, { purpose: 'avatar' })
    expect(refusalOf(await call('POST', '/api/partners', content({ logo })))).toEqual({
      status: 404,
      error: 'file.notFound',
      at: ['logo'],
    })
  })
})

test('two organisers who reorder at once: one order stands, the other organiser gets an error', async () => {
  const ids: PartnerId[] = []
  for (let position = 0; position < 5; position += 1) ids.push((await add()).id)
  const { order } = await all()
  const orders = [ids.toReversed(), [...ids.slice(1), ids[0]!]]
  const answers = await meetAt(
    site,
    ['select from partner for update'],
    orders.map((wanted) => () => call('PUT', '/api/partners/order', { ids: wanted, basedOn: order })),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const won = orders[answers.findIndex(({ status }) => status === 200)]
  expect((await all()).list.map(({ id }) => id)).toEqual(won)
})
