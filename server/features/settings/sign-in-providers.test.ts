import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import { arriveFromProvider } from '@lectern/contract/sign-in/provider-sign-in.ts'
import {
  listSignInProviders,
  trySignInProvider,
  type ProviderInfo,
} from '@lectern/contract/settings/sign-in-providers.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readOperatorProviders } from '../../config-sign-in.ts'
import { startForgingOidc, type ForgingOidc } from '../../testing/forging-oidc.ts'
import { startOidcServer, type OidcServer } from '../../testing/oidc-server.ts'
import { createOwner, ownPassword } from '../../testing/owners.ts'
import type { TestPerson } from '../../testing/people.ts'
import { refusal } from '../../testing/proofs.ts'
import { arriveWith, callFrom, departFrom, newBrowser, outcomeOf } from '../../testing/provider-trips.ts'
import { eventually, startSite, type Answer, type TestSite } from '../../testing/site.ts'
import { audit } from '../audit/tables.ts'

const path = '/api/settings/sign-in-providers'
const campusPath = `${path}/campus`
const secret = 'the secret of the client'

let site: TestSite
let server: OidcServer
let forger: ForgingOidc
let organiser: TestPerson
let colleague: TestPerson

beforeAll(async () => {
  site = await startSite()
  server = await startOidcServer(
    ['campus', 'oidc'].map((key) => `http://localhost:8000/account/SignIn/${key}`),
    () => ({
      name: 'Somebody',
    }),
  )
  forger = await startForgingOidc()
  organiser = await createOwner(site, { access: 'admin' })
  colleague = await createOwner(site, { access: 'admin' })
})
afterAll(() => Promise.all([site.close(), server.close(), forger.close()]))
beforeEach(async () => {
  await site.pool.query(`delete from setting where key = 'signIn'`)
  await site.pool.query('delete from notice')
  await eventually(async () => {
    if ((await listed()).list.length > 0) throw new Error('not heard of yet')
  })
})

type Listed = AnswerOf<typeof listSignInProviders>
const answerOf = (answer: Answer) => answer.data() as Listed
const listed = async (on = site): Promise<Listed> => (await on.get(path, organiser.headers)).data(listSignInProviders)
const from = (method: string, address: string, body: object, on = site): Promise<Answer> =>
  callFrom(on, newBrowser(organiser), method, address, body)

const input = (values: object) => ({
  adapter: 'oidc',
  name: { 'zh-CN': '统一身份认证', 'en-US': 'Campus' },
  address: server.address,
  clientId: 'lectern',
  scope: 'openid profile email',
  secret,
  allowsSignUp: true,
  trustsEmail: false,
  secondFactorValues: ['mfa'],
  isNew: true,
  ownPassword,
  version: 0,
  ...values,
})

const save = (values: object = {}): Promise<Answer> => from('PUT', campusPath, input(values))
const show = (version: number, isShown = true): Promise<Answer> =>
  from('PUT', `${campusPath}/shown`, { isShown, version })
const remove = (version: number, values: object = {}): Promise<Answer> =>
  from('DELETE', campusPath, { ownPassword, version, ...values })

/** What comes back to the organiser who tries the provider in their browser. */
const tryOut = async (login = (to: string) => server.login(to, 'somebody')) => {
  const browser = newBrowser(organiser)
  const { to } = (await callFrom(site, browser, 'POST', `${campusPath}/try`, {})).data(trySignInProvider)
  return (await arriveWith(site, browser, await login(to!))).data(arriveFromProvider).trial!
}

const campusOf = ({ list }: { list: ProviderInfo[] }): ProviderInfo | undefined =>
  list.find(({ key }) => key === 'campus')
const departure = async (): Promise<Answer> =>
  callFrom(site, newBrowser(), 'POST', '/api/account/providers/campus/departure', {})
/** Pages are kept until the process hears of the change. */
const expectButton = (isThere: boolean): Promise<void> =>
  eventually(async () => expect((await site.get('/account/Login', {})).text.includes('"campus"')).toBe(isThere))

test('a provider is seen by nobody until an organiser has tried it, and shown it', async () => {
  const saved = answerOf(await save())
  expect(campusOf(saved)).toEqual({
    key: 'campus',
    adapter: 'oidc',
    name: { 'zh-CN': '统一身份认证', 'en-US': 'Campus' },
    address: server.address,
    clientId: 'lectern',
    scope: 'openid profile email',
    allowsSignUp: true,
    trustsEmail: false,
    secondFactorValues: ['mfa'],
    source: 'office',
    hasSecret: true,
    triedAt: null,
    isShown: false,
    callback: 'http://localhost:8000/account/SignIn/campus',
  })
  expect(refusal(await departure())).toEqual({ status: 404, error: 'provider.notFound' })
  expect(refusal(await show(1))).toEqual({ status: 422, error: 'provider.untried' })

  expect(await tryOut()).toMatchObject({ failure: null, issuer: server.address, subject: 'somebody', name: 'Somebody' })
  expect((await departure()).status).toBe(404)
  await expectButton(false)
  const { version, ...tried } = await listed()
  expect(campusOf(tried)).toMatchObject({ triedAt: expect.any(String), isShown: false })

  expect(campusOf(answerOf(await show(version)))).toMatchObject({ isShown: true })
  const browser = newBrowser()
  const back = await server.login(await departFrom(site, browser, 'campus'), 'somebody')
  expect(outcomeOf(await arriveWith(site, browser, back))).toBe('unknown')
  await expectButton(true)

  expect(campusOf(answerOf(await show(version + 1, false)))).toMatchObject({ isShown: false })
  // Whoever was on their way comes too late.
  expect(outcomeOf(await arriveWith(site, browser, back))).toBe('provider.notFound')
  await expectButton(false)
  expect(answerOf(await remove(version + 2)).list).toEqual([])
})

test('after a change of how it is reached it has to be tried again; another name changes nothing', async () => {
  await save()
  await tryOut()
  const { version } = await listed()
  await show(version)
  const kept = { isNew: false, secret: undefined }
  const renamed = answerOf(await save({ ...kept, name: { 'zh-CN': '校园' }, version: version + 1 }))
  expect(campusOf(renamed)).toMatchObject({ name: { 'zh-CN': '校园' }, isShown: true, hasSecret: true })
  const moved = answerOf(await save({ ...kept, clientId: 'another', version: version + 2 }))
  expect(campusOf(moved)).toMatchObject({ isShown: false, triedAt: null, hasSecret: true })
})

test('a stored secret goes to no other address', async () => {
  await save()
  const answer = await save({ isNew: false, secret: undefined, address: forger.address, version: 1 })
  expect(refusal(answer)).toEqual({ status: 422, error: 'provider.secretNeeded', at: ['secret'] })
  expect(campusOf(await listed())).toMatchObject({ address: server.address })
})

describe('an organiser who sets a provider', () => {
  test('must know the password of the account', async () => {
    const wrong = { status: 422, error: 'password.wrong', at: ['ownPassword'] }
    expect(refusal(await save({ ownPassword: 'not the password' }))).toEqual(wrong)
    expect((await save()).status).toBe(200)
    expect(refusal(await remove(1, { ownPassword: 'not the password' }))).toEqual(wrong)
    expect((await listed()).list).toHaveLength(1)
  })

  test('is told of a change in between, and of a name in addresses that is taken', async () => {
    await save()
    expect(refusal(await save())).toEqual({ status: 409, error: 'resource.changed' })
    expect(refusal(await save({ version: 1 }))).toEqual({ status: 422, error: 'provider.keyTaken', at: ['key'] })
    expect(refusal(await show(0, false))).toEqual({ status: 409, error: 'resource.changed' })
  })

  test.each([
    ['an address without encryption', { address: 'http://sso.example.org' }, 'address'],
    ['an address with a password', { address: 'https://me:me@sso.example.org' }, 'address'],
    ['no client', { clientId: '' }, 'clientId'],
    ['no name', { name: { 'zh-CN': '' } }, 'name.zh-CN'],
  ])('is told of %s', async (_what, values, at) => {
    expect(refusal(await save(values))).toMatchObject({ status: 422, error: 'request.invalid', at: [at] })
  })

  test('must hold the duty for it', async () => {
    const other = await createOwner(site, { access: 'admin' })
    await site.pool.query(
      `insert into organiser (account_id, duties, changed_at) values ($1, '{contest, content, people}', now())`,
      [other.id],
    )
    const body = input({ isNew: true })
    expect(refusal(await callFrom(site, newBrowser(other), 'PUT', campusPath, body))).toMatchObject({
      status: 403,
      error: 'duty.missing',
    })
    expect((await listed()).list).toEqual([])
  })

  test('is named to all the others', async () => {
    await save()
    const { rows } = await site.pool.query<{ account_id: string; body: string }>(
      `select account_id, body ->> 'en-US' as body from notice where link = '/Admin/Setting?tab=signIn'`,
    )
    expect(rows.map(({ account_id }) => account_id)).not.toContain(organiser.id)
    const mine = rows.find(({ account_id }) => account_id === colleague.id)
    expect(mine!.body).toContain(organiser.username)
    expect(mine!.body).toContain('Campus')
  })
})

describe('a try tells in plain words', () => {
  const begin = async () => (await from('POST', `${campusPath}/try`, {})).data(trySignInProvider)

  test('that the provider cannot be reached', async () => {
    await save({ address: 'http://127.0.0.1:9' })
    const { to, failure } = await begin()
    expect([to, failure!.name, failure!.message.length > 10]).toEqual([null, 'unreachable', true])
  })

  test('that a token is not signed, and then it does not count as tried', async () => {
    await save({ address: forger.address })
    const trial = await tryOut(async (to) => forger.login(to, 'somebody', { signature: 'none' }))
    expect(trial).toMatchObject({ failure: { name: 'invalid' }, subject: null })
    expect(campusOf(await listed())).toMatchObject({ triedAt: null })
  })

  test('whether it counts as a second factor', async () => {
    await save({ address: forger.address, secondFactorValues: ['hwk'] })
    const counts = async (amr: string[]) =>
      (await tryOut(async (to) => forger.login(to, 'somebody', { claims: { amr } }))).countsAsSecondFactor
    expect([await counts(['pwd', 'mfa']), await counts(['pwd', 'hwk'])]).toEqual([false, true])
  })

  test('only to the organiser who began it', async () => {
    await save()
    const browser = newBrowser(organiser)
    const { to } = (await callFrom(site, browser, 'POST', `${campusPath}/try`, {})).data(trySignInProvider)
    const back = await server.login(to!, 'somebody')
    for (const [name, value] of newBrowser(colleague).cookies) browser.cookies.set(name, value)
    expect(outcomeOf(await arriveWith(site, browser, back))).toBe('visit.otherAccount')
  })
})

test('the secret stands in no answer, no log, no audit entry, and in the database only encrypted', async () => {
  const answers = [
    await save(),
    await site.get(path, organiser.headers),
    await site.get('/api/audit?pageSize=50', organiser.headers),
    await site.get('/account/Login', {}),
    await save({ isNew: false, secret: `${secret} again`, version: 1 }),
    await remove(2),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
  await save({ version: 3 })
  const entries = await site.db.select({ changes: audit.changes }).from(audit)
  const { rows } = await site.pool.query<{ value: string }>(`select value::text from setting where key = 'signIn'`)
  expect(rows[0]!.value).toContain('enc1.')
  const everything = [...answers.map(({ text }) => text), site.logText(), JSON.stringify(entries), rows[0]!.value]
  expect(everything.some((text) => text.includes(secret))).toBe(false)
})

const refuse = (name: string): never => {
  throw new Error(name)
}

test('a provider of the operator is shown at once, without its secret, and cannot be changed', async () => {
  const environment: Record<string, string> = {
    OIDC_ISSUER: `${server.address}/`,
    OIDC_CLIENT_ID: 'lectern',
    OIDC_CLIENT_SECRET: secret,
    OIDC_NAME: 'National account',
    CAS_URL: 'https://cas.example.edu/cas',
  }
  const signInProviders = readOperatorProviders(environment, refuse)
  const theirs = await startSite({ databaseUrl: site.databaseUrl, config: { signInProviders } })
  try {
    const { list } = await listed(theirs)
    expect(
      list.map(({ key, name, source, isShown, hasSecret }) => [key, name['zh-CN'], source, isShown, hasSecret]),
    ).toEqual([
      ['oidc', 'National account', 'operator', true, true],
      ['cas', 'cas.example.edu', 'operator', true, false],
    ])
    const refused = await from('PUT', `${path}/oidc`, input({}), theirs)
    expect(refusal(refused)).toEqual({ status: 422, error: 'provider.keyTaken', at: ['key'] })
    const browser = newBrowser()
    const back = await server.login(await departFrom(theirs, browser, 'oidc'), 'national')
    expect(outcomeOf(await arriveWith(theirs, browser, back))).toBe('unknown')
    expect(JSON.stringify(list)).not.toContain(secret)
  } finally {
    await theirs.close()
  }
})

test.each([
  [{ OIDC_ISSUER: 'http://sso.example.org', OIDC_CLIENT_ID: 'lectern' }, 'OIDC_ISSUER'],
  [{ OIDC_ISSUER: 'https://sso.example.org' }, 'OIDC_ISSUER'],
  [{ CAS_URL: 'cas.example.edu' }, 'CAS_URL'],
])('the program does not start with %j', (environment: Record<string, string>, name) => {
  const read = () => readOperatorProviders(environment, refuse)
  expect(read).toThrow(name)
})
