import { listNotices } from '@lectern/contract/notices/notices.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { receiveCode } from '../../testing/codes.ts'
import { createOwner, ownPassword } from '../../testing/owners.ts'
import { startSite, type TestSite } from '../../testing/site.ts'

let site: TestSite
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())

const noticesOf = async (headers: Record<string, string>) =>
  (await site.get('/api/notices', { ...headers, 'accept-language': 'en-US' })).data(listNotices).list

test('a changed password stands among the notices, and the letter about it is the only one', async () => {
  const owner = await createOwner(site, { email: 'bell@example.org' })
  const body = { oldPassword: ownPassword, newPassword: 'forty grey herons' }
  expect((await site.call('PUT', '/api/account/password', { headers: owner.headers, body })).status).toBe(200)
  expect((await noticesOf(owner.headers)).map(({ kind, title, link }) => ({ kind, title, link }))).toEqual([
    { kind: 'security', title: 'Your password was changed', link: '/account/settings?tab=security' },
  ])
  const { rows } = await site.pool.query('select letter from outbox where account_id = $1', [owner.id])
  expect(rows).toEqual([{ letter: 'passwordChanged' }])
})

test('a password that was reset by a code stands there too', async () => {
  const owner = await createOwner(site, { email: 'reset-bell@example.org' })
  const code = await receiveCode(site, 'resetPassword', 'reset-bell@example.org')
  const body = { contact: 'reset-bell@example.org', code, newPassword: 'forty grey herons' }
  expect((await site.call('POST', '/api/account/password/reset', { body })).status).toBe(200)
  const { rows } = await site.pool.query(`select title->>'en-US' as title from notice where account_id = $1`, [
    owner.id,
  ])
  expect(rows).toEqual([{ title: 'Your password was changed' }])
})
