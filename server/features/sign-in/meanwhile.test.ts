import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { eq } from '../../platform/database/drizzle.ts'
import { throttle } from '../../platform/tables.ts'
import { receiveCode } from '../../testing/codes.ts'
import { meetAt } from '../../testing/meeting.ts'
import { createOwner, ownPassword } from '../../testing/owners.ts'
import { refusalOf } from '../../testing/refusals.ts'
import { fixedNow, startSite, type TestSite } from '../../testing/site.ts'
import { account } from '../accounts/tables.ts'
import { credential, session } from './tables.ts'

let site: TestSite
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())
beforeEach(async () => {
  site.clock.set(fixedNow)
  await site.db.delete(throttle)
})

let count = 0
const createReader = async () => {
  count += 1
  const email = `reader-${count}@example.org`
  return { email, ...(await createOwner(site, { email })) }
}

const byPassword = (contact: string) =>
  site.call('POST', '/api/account/login', { body: { identifier: contact, password: ownPassword } })
const byCode = async (contact: string) => {
  const code = await receiveCode(site, 'signIn', contact)
  return () => site.call('POST', '/api/account/login/code', { body: { contact, code } })
}

const disable = `update account set status = 'disabled' where id = $1`
const remove = `update account set status = 'deleted', email = null where id = $1`
const disabled = { status: 422, error: 'signIn.disabled' }

test.each([
  ['disabled', disable],
  ['deleted', remove],
])('who signs in while his account is being %s is not let in', async (_, statement) => {
  const { id, email } = await createReader()
  const withCode = await byCode(email)
  const answers = await meetAt(site, [statement, id], [() => byPassword(email), withCode])
  expect(answers.map(refusalOf)).toEqual([disabled, disabled])
  // The session of the request: a real change ends it too.
  expect(await site.db.$count(session, eq(session.accountId, id))).toBe(1)
})

test('who signs in while a second factor is being turned on is asked for it', async () => {
  const { id, email } = await createReader()
  const turnOn = `update credential set totp_secret = 'JBSWY3DPEHPK3PXP', totp_confirmed_at = now() where account_id = $1`
  const withCode = await byCode(email)
  const answers = await meetAt(site, [turnOn, id], [() => byPassword(email), withCode])
  const required = { status: 422, error: 'secondFactor.required' }
  expect(answers.map(refusalOf)).toEqual([required, required])
})

test('a password is not reset while its account is being disabled', async () => {
  const { id, email } = await createReader()
  const code = await receiveCode(site, 'resetPassword', email)
  const body = { contact: email, code, newPassword: 'green lantern over land' }
  const keys = () => site.db.select().from(credential).where(eq(credential.accountId, id))
  const before = await keys()
  const reset = () => site.call('POST', '/api/account/password/reset', { body })
  const answers = await meetAt(site, [disable, id], [reset])
  expect(answers.map(refusalOf)).toEqual([disabled])
  expect(await keys()).toEqual(before)
})

const mailChoices = { account: false, contest: true, announcement: true }

test.each([
  ['profile', (id: string) => `/api/user/user/${id}`, (uid: string) => ({ uid, nickname: 'Late' })],
  ['mail choices', () => '/api/account/mail-choices', () => mailChoices],
])('changing the %s of an account that is being deleted finds no account', async (_, pathOf, bodyOf) => {
  const { id, headers } = await createReader()
  const change = () => site.call('PUT', pathOf(id), { headers, body: bodyOf(id) })
  const answers = await meetAt(site, [remove, id], [change])
  expect(answers.map(refusalOf)).toEqual([{ status: 404, error: 'account.notFound' }])
  const [row] = await site.db
    .select({ nickname: account.nickname, mailChoices: account.mailChoices })
    .from(account)
    .where(eq(account.id, id))
  expect(row).toEqual({ nickname: null, mailChoices: {} })
})
