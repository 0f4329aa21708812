import { arriveFromProvider } from '@lectern/contract/sign-in/provider-sign-in.ts'
import { listDocuments } from '@lectern/contract/documents/documents.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { eq } from '../../../platform/database/drizzle.ts'
import { createOwner, ownPassword } from '../../../testing/owners.ts'
import { createPerson, createSession, type TestPerson } from '../../../testing/people.ts'
import { startForgingOidc, type Forgery, type ForgingOidc } from '../../../testing/forging-oidc.ts'
import { startOidcServer, type OidcServer } from '../../../testing/oidc-server.ts'
import {
  arriveWith,
  callFrom,
  departFrom,
  newBrowser,
  outcomeOf,
  type TestBrowser,
} from '../../../testing/provider-trips.ts'
import { createProvider, demandSecondFactor } from '../../../testing/sign-in-providers.ts'
import { after, eventually, fixedNow, startSite, type TestSite } from '../../../testing/site.ts'
import { account } from '../../accounts/tables.ts'
import { identity } from '../tables.ts'

const callback = 'http://localhost:8000/account/SignIn'
const claims: Record<string, Record<string, unknown>> = {
  'verified-victim': { email: 'victim@example.org', email_verified: true },
  'unverified-victim': { email: 'victim@example.org', email_verified: false },
  newcomer: { email: 'newcomer@example.org', email_verified: true, name: 'New Comer' },
}

let site: TestSite
let campus: OidcServer
let forger: ForgingOidc

beforeAll(async () => {
  site = await startSite()
  campus = await startOidcServer([`${callback}/campus`, `${callback}/second`], (subject) => claims[subject] ?? {})
  forger = await startForgingOidc()
  const secret = 'the secret of the client'
  await createProvider(site, { key: 'campus', address: campus.address, secret, trustsEmail: true })
  await createProvider(site, { key: 'forger', address: forger.address })
})
afterAll(async () => {
  await site.close()
  await campus.close()
  await forger.close()
})
afterEach(() => {
  site.clock.set(fixedNow)
  forger.broken.clear()
})

const comeBack = async (browser: TestBrowser, subject: string) =>
  campus.login(await departFrom(site, browser, 'campus'), subject)

/** The outcome for somebody whose provider answers so. */
const forge = async (forgery: Forgery, subject = 'somebody') => {
  const browser = newBrowser()
  const back = forger.login(await departFrom(site, browser, 'forger'), subject, forgery)
  return outcomeOf(await arriveWith(site, browser, back))
}

const link = async (person: TestPerson, subject: string): Promise<void> => {
  const browser = newBrowser(person)
  const to = await callFrom(site, browser, 'POST', '/api/account/providers/campus/link', { password: ownPassword })
  const back = await campus.login((to.data() as { to: string }).to, subject)
  expect(outcomeOf(await arriveWith(site, browser, back))).toBe('linked')
}

const nameOf = async (browser: TestBrowser): Promise<unknown> =>
  ((await callFrom(site, browser, 'GET', '/api/user/currentUser')).data() as { uid?: string } | null)?.uid

test('with a certified provider: link, sign in, and the same code again signs nobody in', async () => {
  const owner = await createOwner(site)
  await link(owner, 'owner')
  const browser = newBrowser()
  const back = await comeBack(browser, 'owner')
  const answer = (await arriveWith(site, browser, back)).data(arriveFromProvider)
  expect([answer.outcome, answer.user!.uid, await nameOf(browser)]).toEqual(['signedIn', owner.id, owner.id])
  expect(outcomeOf(await arriveWith(site, browser, back))).toBe('visit.over')
  // The same code with a departure of its own.
  const other = newBrowser()
  const fresh = new URL(await departFrom(site, other, 'campus'))
  const replayed = new URL(back)
  replayed.searchParams.set('state', fresh.searchParams.get('state')!)
  expect(outcomeOf(await arriveWith(site, other, replayed.href))).toBe('visit.over')
})

test('login CSRF: what one browser began no other one finishes', async () => {
  const mine = newBrowser()
  await departFrom(site, mine, 'campus')
  const theirs = await comeBack(newBrowser(), 'attacker')
  expect(outcomeOf(await arriveWith(site, mine, theirs))).toBe('visit.over')
  expect(outcomeOf(await arriveWith(site, newBrowser(), theirs))).toBe('visit.over')
})

test('mix-up: the answer of one provider is not taken to another', async () => {
  const browser = newBrowser()
  const back = new URL(await comeBack(browser, 'mixed'))
  back.pathname = '/account/SignIn/forger'
  expect(outcomeOf(await arriveWith(site, browser, back.href))).toBe('visit.over')
  // A provider that sends back under the name of another one.
  const second = newBrowser()
  const answer = new URL(forger.login(await departFrom(site, second, 'forger'), 'mixed'))
  answer.searchParams.set('iss', campus.address)
  expect(outcomeOf(await arriveWith(site, second, answer.href))).toBe('provider.broken')
})

test.each<[string, Forgery]>([
  ['without a signature', { signature: 'none' }],
  ['signed by somebody else', { signature: 'strange' }],
  ['of another issuer', { claims: { iss: 'https://evil.example' } }],
  ['for another client', { claims: { aud: 'another' } }],
  ['with a wrong nonce', { claims: { nonce: 'wrong' } }],
  ['without a nonce', { claims: { nonce: undefined } }],
  ['that has expired', { claims: { exp: Math.floor(Date.now() / 1_000) - 600 } }],
  ['that will be valid later', { claims: { nbf: Math.floor(Date.now() / 1_000) + 600 } }],
])('a token %s is refused', async (_what, forgery) => {
  expect(await forge(forgery)).toBe('provider.broken')
})

test.each<[string, string]>([
  ['nobody', ''],
  ['somebody with a null character', 'some\0body'],
  ['somebody with a line break', 'some\nbody'],
  ['somebody whose name is endless', 'x'.repeat(256)],
])('a token for %s is refused', async (_who, subject) => {
  expect(await forge({}, subject)).toBe('provider.broken')
})

test('names and addresses with control characters are ignored', async () => {
  const browser = newBrowser()
  const departure = await departFrom(site, browser, 'forger')
  const back = forger.login(departure, 'controlled', {
    claims: { name: 'Null\0', email: 'null\0@example.org', amr: ['pwd\0'] },
  })
  const { unknown } = (await arriveWith(site, browser, back)).data(arriveFromProvider)
  expect([unknown!.name, unknown!.email]).toEqual([null, null])
})

test('an honest token is accepted, and a clock that is half a minute off, too', async () => {
  expect(await forge({})).toBe('unknown')
  const now = Math.floor(Date.now() / 1_000)
  expect(await forge({ claims: { nbf: now + 30, iat: now + 30 } })).toBe('unknown')
  expect(await forge({ claims: { exp: now - 30 } })).toBe('unknown')
})

test('a confirmed address at the provider opens no account: it has to be proved first', async () => {
  const victim = await createOwner(site, { username: 'the-victim', email: 'victim@example.org' })
  const browser = newBrowser()
  const back = await comeBack(browser, 'verified-victim')
  const { outcome, unknown } = (await arriveWith(site, browser, back)).data(arriveFromProvider)
  expect([outcome, unknown!.hasAccount, await nameOf(browser)]).toEqual(['unknown', true, undefined])
  const state = new URL(back).searchParams.get('state')!
  const linkPath = `/api/account/arrivals/${state}/link`
  expect((await callFrom(site, browser, 'POST', linkPath, {})).status).toBe(401)
  // Nor can a second account be made with the address.
  const consents = (await site.ask(listDocuments)).data.list.map(({ id }) => id)
  const body = { username: 'victim-again', consents }
  const taken = await callFrom(site, browser, 'POST', `/api/account/arrivals/${state}/account`, body)
  expect(taken.failure().error).toBe('account.contactTaken')
  const signedIn = await callFrom(site, browser, 'POST', '/api/account/login', {
    identifier: 'victim@example.org',
    password: ownPassword,
  })
  expect(signedIn.status).toBe(200)
  expect((await callFrom(site, browser, 'POST', linkPath, {})).status).toBe(200)
  const rows = await site.db
    .select({ subject: identity.subject })
    .from(identity)
    .where(eq(identity.accountId, victim.id))
  expect(rows).toEqual([{ subject: 'verified-victim' }])
})

test('an address that the provider calls unconfirmed tells nothing, and confirms nothing', async () => {
  const browser = newBrowser()
  const back = await comeBack(browser, 'unverified-victim')
  const { unknown } = (await arriveWith(site, browser, back)).data(arriveFromProvider)
  expect([unknown!.hasAccount, unknown!.isEmailConfirmed]).toEqual([false, false])
  const state = new URL(back).searchParams.get('state')!
  const path = `/api/account/arrivals/${state}/account`
  const refused = await callFrom(site, browser, 'POST', path, { username: 'squatter', consents: [] })
  expect(refused.failure().error).toBe('code.wrong')
})

test('an old session links nothing: it may be of somebody else who uses the browser', async () => {
  const person = await createOwner(site)
  const browser = newBrowser(person)
  site.clock.set(after(60_000))
  const back = await comeBack(browser, 'stranger-at-my-browser')
  expect(outcomeOf(await arriveWith(site, browser, back))).toBe('unknown')
  const state = new URL(back).searchParams.get('state')!
  const refused = await callFrom(site, browser, 'POST', `/api/account/arrivals/${state}/link`, {})
  expect(refused.failure().error).toBe('session.tooOld')
})

test('a link that one account began does not end in another one', async () => {
  const [mine, other] = [await createOwner(site), await createPerson(site)]
  const browser = newBrowser(mine)
  const to = await callFrom(site, browser, 'POST', '/api/account/providers/campus/link', { password: ownPassword })
  const back = await campus.login((to.data() as { to: string }).to, 'linked-by-force')
  const [name = '', value = ''] = other.headers.cookie.split('=', 2)
  browser.cookies.set(name, value)
  expect(outcomeOf(await arriveWith(site, browser, back))).toBe('visit.otherAccount')
  expect(await site.db.select().from(identity).where(eq(identity.subject, 'linked-by-force'))).toEqual([])
})

test('without a password a link needs a session of just now', async () => {
  const person = await createPerson(site, { email: 'no-password@example.org' })
  site.clock.set(after(20 * 60_000))
  const begin = (cookie: { headers: { cookie: string } }) =>
    callFrom(site, newBrowser(cookie), 'POST', '/api/account/providers/campus/link', {})
  const refused = await begin(person)
  expect(refused.failure().error).toBe('session.tooOld')
  expect((await begin(await createSession(site, person.id))).status).toBe(200)
})

test('somebody new gets an account without a password, and comes back with the provider alone', async () => {
  const browser = newBrowser()
  const back = await comeBack(browser, 'newcomer')
  const { unknown } = (await arriveWith(site, browser, back)).data(arriveFromProvider)
  expect(unknown).toMatchObject({
    name: 'New Comer',
    email: 'newcomer@example.org',
    isEmailConfirmed: true,
    maySignUp: true,
  })
  const consents = (await site.ask(listDocuments)).data.list.map(({ id }) => id)
  const path = `/api/account/arrivals/${new URL(back).searchParams.get('state')!}/account`
  expect((await callFrom(site, browser, 'POST', path, { username: 'new-comer', consents })).status).toBe(200)
  const again = newBrowser()
  expect(outcomeOf(await arriveWith(site, again, await comeBack(again, 'newcomer')))).toBe('signedIn')
  const [row] = await site.db.select({ email: account.email }).from(account).where(eq(account.username, 'new-comer'))
  expect(row).toEqual({ email: 'newcomer@example.org' })
})

test('a second factor that the provider asserts counts where the site requires one', async () => {
  const organiser = await createOwner(site, { access: 'admin' })
  const home = newBrowser(organiser)
  const to = await callFrom(site, home, 'POST', '/api/account/providers/forger/link', { password: ownPassword })
  expect(outcomeOf(await arriveWith(site, home, forger.login((to.data() as { to: string }).to, 'organiser')))).toBe(
    'linked',
  )
  await demandSecondFactor(site, true)
  const lacks = async (amr: string[]) => {
    const browser = newBrowser()
    const back = forger.login(await departFrom(site, browser, 'forger'), 'organiser', { claims: { amr } })
    return (await arriveWith(site, browser, back)).data(arriveFromProvider).user!.lacksSecondFactor
  }
  await eventually(async () => expect(await lacks(['pwd'])).toBe(true))
  expect(await lacks(['pwd', 'mfa'])).toBe(false)
  await demandSecondFactor(site, false)
})

test.each(['//evil.example', '/\\evil.example', 'https://evil.example', '/\t/evil.example', 'javascript:alert(1)'])(
  'there is no going on to %j',
  async (redirect) => {
    const answer = await callFrom(site, newBrowser(), 'POST', '/api/account/providers/campus/departure', { redirect })
    expect(answer.status).toBe(422)
  },
)

test.each([
  ['an error', 'error', 'provider.broken'],
  ['too much', 'huge', 'provider.broken'],
] as const)(
  'a provider that answers with %s says so plainly, and the password still works',
  async (_what, fault, error) => {
    await createProvider(site, { key: `down-${fault}`, address: forger.address, clientId: fault })
    forger.broken.set('/.well-known/openid-configuration', fault)
    const answer = await callFrom(site, newBrowser(), 'POST', `/api/account/providers/down-${fault}/departure`, {})
    expect(answer.failure().error).toBe(error)
    const person = await createOwner(site)
    const body = { identifier: person.username, password: ownPassword }
    expect((await callFrom(site, newBrowser(), 'POST', '/api/account/login', body)).status).toBe(200)
  },
)

test('a provider that cannot be reached, or says nothing, is given up', async () => {
  const impatient = await startSite({ config: { providerMilliseconds: 50 } })
  await createProvider(impatient, { key: 'nowhere', address: 'http://127.0.0.1:9' })
  await createProvider(impatient, { key: 'silent', address: forger.address })
  forger.broken.set('/.well-known/openid-configuration', 'silent')
  const errorOf = async (key: string) =>
    (await callFrom(impatient, newBrowser(), 'POST', `/api/account/providers/${key}/departure`, {})).failure().error
  expect([await errorOf('nowhere'), await errorOf('silent')]).toEqual(['provider.unavailable', 'provider.unavailable'])
  await impatient.close()
})

test('the log has neither code nor state', async () => {
  const browser = newBrowser()
  const back = new URL(await comeBack(browser, 'logged'))
  await arriveWith(site, browser, back.href)
  const text = site.logText()
  expect(
    [back.searchParams.get('code')!, back.searchParams.get('state')!].filter((value) => text.includes(value)),
  ).toEqual([])
})
