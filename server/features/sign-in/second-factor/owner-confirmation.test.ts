import { beginPasskey, readForeignPasskeys, requestPasskeyChallenge } from '@lectern/contract/sign-in/passkeys.ts'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { eq } from '../../../platform/database/drizzle.ts'
import { Authenticator } from '../../../testing/authenticator.ts'
import { createOwner, ownPassword } from '../../../testing/owners.ts'
import { createPerson, type TestPerson } from '../../../testing/people.ts'
import { errorOf, refusalOf } from '../../../testing/refusals.ts'
import { demandSecondFactor } from '../../../testing/sign-in-providers.ts'
import { eventually, fixedNow, startSite, type Answer, type TestSite } from '../../../testing/site.ts'
import { credential, passkey } from '../tables.ts'

const origin = 'http://contest.example'

let site: TestSite
beforeAll(async () => {
  site = await startSite({ config: { publicUrl: new URL(origin) } })
})
afterAll(() => site.close())
beforeEach(() => site.clock.set(fixedNow))

const send = (cookie: string, method: string, path: string, body: unknown): Promise<Answer> =>
  site.call(method, path, { headers: { cookie, 'accept-language': 'en-US' }, body })

/** A device with a passkey of this person. */
const enrol = async ({ headers: { cookie } }: TestPerson): Promise<Authenticator> => {
  const device = new Authenticator(origin)
  const options = await send(cookie, 'POST', '/api/account/passkeys/challenge', { password: ownPassword })
  const registration = device.create(options.data(beginPasskey))
  expect((await send(cookie, 'POST', '/api/account/passkeys', { registration })).status).toBe(200)
  return device
}

/** What a browser of this person sends after its device was unlocked. */
const confirmWith = async ({ headers }: TestPerson, device: Authenticator) => {
  const answer = await site.call('POST', '/api/account/login/passkey/challenge', {})
  const browser = answer.headers.getSetCookie()[0]!.split(';')[0]!
  const given = { passkey: device.get(answer.data(requestPasskeyChallenge)) }
  return { cookie: `${headers.cookie}; ${browser}`, given }
}

const relay = { host: 'mail.example.org', port: 25, security: 'none', username: '', sender: 'office@example.org' }
const saveMail = async (cookie: string, confirmation: object): Promise<Answer> => {
  const { rows } = await site.pool.query<{ version: number }>(`select version from setting where key = 'mail'`)
  const body = { ...relay, version: rows[0]?.version ?? 0, ...confirmation }
  return send(cookie, 'PUT', '/api/settings/mail', body)
}

const provider = {
  adapter: 'oidc',
  name: { 'zh-CN': '校园' },
  address: 'https://sso.example.org',
  clientId: 'lectern',
  scope: 'openid',
  allowsSignUp: true,
  trustsEmail: false,
  secondFactorValues: [],
  isNew: true,
  version: 0,
}
const saveProvider = (cookie: string, confirmation: object): Promise<Answer> =>
  send(cookie, 'PUT', '/api/settings/sign-in-providers/campus', { ...provider, ...confirmation })

test('an account without a password is deleted with a passkey: its own, once, and only if all else is right', async () => {
  const person = await createOwner(site)
  const device = await enrol(person)
  await site.db.delete(credential).where(eq(credential.accountId, person.id))
  const remove = (cookie: string, body: object): Promise<Answer> =>
    send(cookie, 'POST', '/api/account/deletion', { username: person.username, ...body })

  expect(refusalOf(await remove(person.headers.cookie, {}))).toMatchObject({
    error: 'request.invalid',
    at: ['password'],
  })
  const other = await createOwner(site)
  const strange = await confirmWith(person, await enrol(other))
  expect(await errorOf(remove(strange.cookie, strange.given))).toBe('passkey.refused')

  const { cookie, given } = await confirmWith(person, device)
  expect(refusalOf(await remove(cookie, { ...given, username: 'somebody-else' }))).toMatchObject({
    error: 'account.nameDiffers',
    at: ['username'],
  })
  // The answer of the device was not used up by it.
  expect((await remove(cookie, given)).status).toBe(200)
})

test('an answer of the device confirms one thing', async () => {
  const organiser = await createOwner(site, { access: 'admin' })
  const device = await enrol(organiser)
  const { cookie, given } = await confirmWith(organiser, device)
  expect((await saveProvider(cookie, given)).status).toBe(200)
  expect(await errorOf(saveMail(cookie, given))).toBe('passkey.expired')
  const removal = await confirmWith(organiser, device)
  const path = '/api/settings/sign-in-providers/campus'
  expect((await send(removal.cookie, 'DELETE', path, { version: 1, ...removal.given })).status).toBe(200)
})

test('with neither password nor passkey nothing is changed', async () => {
  const { headers } = await createOwner(site, { access: 'admin' })
  const wrong = { status: 422, error: 'request.invalid', at: ['ownPassword'] }
  expect(refusalOf(await saveProvider(headers.cookie, {}))).toEqual(wrong)
  expect(refusalOf(await saveMail(headers.cookie, {}))).toEqual(wrong)
})

test('beside an app either of them is enough; a password alone is not', async () => {
  const organiser = await createOwner(site, { access: 'admin' })
  const device = await enrol(organiser)
  const totpSecret = new TOTP().secret.base32
  await site.db
    .update(credential)
    .set({ totpSecret, totpConfirmedAt: fixedNow })
    .where(eq(credential.accountId, organiser.id))
  const byPassword = { ownPassword }
  expect(refusalOf(await saveMail(organiser.headers.cookie, byPassword))).toEqual({
    status: 422,
    error: 'secondFactor.orPasskey',
    at: ['secondFactor'],
  })
  const { cookie, given } = await confirmWith(organiser, device)
  const secondFactor = new TOTP({ secret: totpSecret }).generate({ timestamp: fixedNow.getTime() })
  expect([
    (await saveMail(cookie, given)).status,
    (await saveMail(cookie, { ...byPassword, secondFactor })).status,
  ]).toEqual([200, 200])
})

test('where a second factor is required, a password does not stand for the passkey of somebody who has no app', async () => {
  const organiser = await createOwner(site, { access: 'admin' })
  const device = await enrol(organiser)
  const byPassword = { ownPassword }
  expect((await saveMail(organiser.headers.cookie, byPassword)).status).toBe(200)
  await demandSecondFactor(site, true)
  await eventually(async () =>
    expect(refusalOf(await saveMail(organiser.headers.cookie, byPassword))).toEqual({
      status: 422,
      error: 'passkey.required',
      at: ['ownPassword'],
    }),
  )
  const { cookie, given } = await confirmWith(organiser, device)
  expect((await saveMail(cookie, given)).status).toBe(200)
  await demandSecondFactor(site, false)
})

test('organisers who look after the system hear whose passkeys were made at another address of the site', async () => {
  const organiser = await createPerson(site, { access: 'admin' })
  const read = async () => (await site.get('/api/office/foreign-passkeys', organiser.headers)).data(readForeignPasskeys)
  await site.db.delete(passkey)
  expect(await read()).toEqual({ address: 'contest.example', others: [] })
  const [one, other] = [await createOwner(site), await createOwner(site)]
  for (const person of [one, one, other]) await enrol(person)
  expect((await read()).others).toEqual([])
  await site.db.update(passkey).set({ rpId: 'old.example' })
  await enrol(other)
  expect(await read()).toEqual({ address: 'contest.example', others: [{ address: 'old.example', people: 2 }] })
})
