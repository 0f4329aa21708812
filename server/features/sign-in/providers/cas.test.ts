import { arriveFromProvider } from '@lectern/contract/sign-in/provider-sign-in.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createOwner, ownPassword } from '../../../testing/owners.ts'
import { arriveWith, callFrom, departFrom, newBrowser, outcomeOf } from '../../../testing/provider-trips.ts'
import { createProvider } from '../../../testing/sign-in-providers.ts'
import { casSuccess, startFakeCas, type FakeCas } from '../../../testing/fake-cas.ts'
import { after, startSite, type TestSite } from '../../../testing/site.ts'

let site: TestSite
let cas: FakeCas

beforeAll(async () => {
  site = await startSite()
  cas = await startFakeCas()
  await createProvider(site, { key: 'campus', adapter: 'cas', address: cas.address })
})
afterAll(async () => {
  await site.close()
  await cas.close()
})
afterEach(() => cas.answerWith(undefined))

/** Somebody who comes back from the provider, whose answer is this. */
const arriveAt = async (body: string, response: { status?: number; headers?: Record<string, string> } = {}) => {
  const browser = newBrowser()
  const back = cas.login(await departFrom(site, browser, 'campus'), 'anybody')
  cas.answerWith({ ...response, body })
  return outcomeOf(await arriveWith(site, browser, back))
}

test('a ticket is checked once, with the exact service that the browser left with', async () => {
  const browser = newBrowser()
  const to = await departFrom(site, browser, 'campus')
  expect(to.startsWith(`${cas.address}/login?service=`)).toBe(true)
  const before = cas.checks.length
  const back = cas.login(to, '20260001', { mail: 'Li@Example.org', cn: '李' })
  const answer = await arriveWith(site, browser, back)
  const { outcome, unknown } = answer.data(arriveFromProvider)
  expect([outcome, unknown!.email, unknown!.name, unknown!.isEmailConfirmed]).toEqual([
    'unknown',
    'li@example.org',
    '李',
    false,
  ])
  expect(cas.checks.slice(before).map(({ pathname }) => pathname)).toEqual(['/cas/p3/serviceValidate'])
  expect(cas.checks.at(-1)!.searchParams.get('service')).toBe(new URL(to).searchParams.get('service'))
  // Asked again for what else is required: the ticket is not.
  expect(outcomeOf(await arriveWith(site, browser, back))).toBe('unknown')
  expect(cas.checks.length).toBe(before + 1)
})

test('a ticket that was used, or belongs to another departure or another browser, signs nobody in', async () => {
  const [mine, theirs] = [newBrowser(), newBrowser()]
  const stolen = cas.login(await departFrom(site, theirs, 'campus'), 'attacker')
  const own = new URL(cas.login(await departFrom(site, mine, 'campus'), 'me'))
  // Login CSRF: a link of the attacker, opened in my browser.
  expect(outcomeOf(await arriveWith(site, mine, stolen))).toBe('visit.over')
  // The attacker's ticket with the state of my departure.
  const mixed = new URL(own)
  mixed.searchParams.set('ticket', new URL(stolen).searchParams.get('ticket')!)
  expect(outcomeOf(await arriveWith(site, mine, mixed.href))).toBe('visit.over')
  // That has used up my departure.
  expect(outcomeOf(await arriveWith(site, mine, own.href))).toBe('visit.over')
})

test('a departure ends after ten minutes', async () => {
  const browser = newBrowser()
  const back = cas.login(await departFrom(site, browser, 'campus'), 'late')
  const now = site.clock.now()
  site.clock.set(after(600_001, now))
  expect(outcomeOf(await arriveWith(site, browser, back))).toBe('visit.over')
  site.clock.set(now)
})

test.each([
  ['a document type', `<!DOCTYPE x [<!ENTITY e "admin">]>${casSuccess('x')}`],
  ['an external entity', `<!DOCTYPE x SYSTEM "http://127.0.0.1/x">${casSuccess('x')}`],
  ['an entity of its own', casSuccess('x').replace('>x<', '>&admin;<')],
  ['a comment in the name', casSuccess('x').replace('>x<', '>ad<!-- -->min<')],
  ['a section in the name', casSuccess('x').replace('>x<', '><![CDATA[admin]]><')],
  ['two users', casSuccess('x').replace('</cas:user>', '</cas:user><cas:user>admin</cas:user>')],
  ['an element in the name', casSuccess('x').replace('>x<', '>x<cas:b>y</cas:b><')],
  [
    'two results',
    casSuccess('x').replace('</cas:serviceResponse>', '<cas:authenticationSuccess/></cas:serviceResponse>'),
  ],
  ['another namespace', casSuccess('x').replace('www.yale.edu', 'evil.example')],
  ['no user', casSuccess('')],
  ['success inside of something else', `<html>${casSuccess('x')}</html>`],
  ['no XML', 'yes\nadmin'],
  ['an answer without an end', casSuccess('x').slice(0, -8)],
  ['an answer that is too large', casSuccess('x') + ' '.repeat(300_000)],
  ['elements without number', `<a>${'<b/>'.repeat(2_000)}</a>`],
])('an answer with %s is refused', async (_what, body) => {
  expect(await arriveAt(body)).toBe('provider.broken')
})

test('a redirect is not followed, and an error is told as one', async () => {
  const to = { status: 302, headers: { location: `${cas.address}/elsewhere` } }
  expect(await arriveAt(casSuccess('x'), to)).toBe('provider.broken')
  expect(await arriveAt('down', { status: 503 })).toBe('provider.unavailable')
})

test('a sign-in is linked with the password; then it signs in, and goes on where it was begun', async () => {
  const owner = await createOwner(site)
  const home = newBrowser(owner)
  const link = (password: string) => callFrom(site, home, 'POST', '/api/account/providers/campus/link', { password })
  expect((await link('wrong')).status).toBe(422)
  const to = (await link(ownPassword)).data() as { to: string }
  expect(outcomeOf(await arriveWith(site, home, cas.login(to.to, 'owner-1')))).toBe('linked')
  const browser = newBrowser()
  const back = cas.login(
    await departFrom(site, browser, 'campus', { redirect: '/News?page=2', remember: true }),
    'owner-1',
  )
  const answer = (await arriveWith(site, browser, back)).data(arriveFromProvider)
  expect([answer.outcome, answer.redirect, answer.user!.uid]).toEqual(['signedIn', '/News?page=2', owner.id])
  const me = await callFrom(site, browser, 'GET', '/api/user/currentUser')
  expect((me.data() as { uid: string }).uid).toBe(owner.id)
})
