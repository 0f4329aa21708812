import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { readCurrentUser } from '@lectern/contract/accounts/accounts.ts'
import { success } from '@lectern/contract/answer-codes.ts'
import { signIn as signInEndpoint } from '@lectern/contract/sign-in/sign-in.ts'
import { TOTP } from 'otpauth'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { installDocuments } from '../../database/documents.ts'
import { eq, ne } from '../../platform/database/drizzle.ts'
import { throttle } from '../../platform/tables.ts'
import { otherCode, receiveCode } from '../../testing/codes.ts'
import { createOwner, ownPassword } from '../../testing/owners.ts'
import { createPerson, createSession } from '../../testing/people.ts'
import { refusal } from '../../testing/proofs.ts'
import { after, fixedNow, startSite, type Answer, type TestSite } from '../../testing/site.ts'
import { audit } from '../audit/tables.ts'
import { consent, document } from '../documents/tables.ts'
import { code as codes, credential, session } from './tables.ts'

let site: TestSite
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())
beforeEach(async () => {
  site.clock.set(fixedNow)
  await site.db.delete(throttle)
})

const path = '/api/account/login'

interface Attempt {
  identifier: string
  password?: string
  [more: string]: unknown
}

const signIn = (attempt: Attempt, headers: Record<string, string> = {}, at: TestSite = site): Promise<Answer> =>
  at.call('POST', path, { body: { password: ownPassword, ...attempt }, headers })

const failAt = (identifier: string, at: TestSite = site): Promise<Answer> =>
  signIn({ identifier, password: 'not this one' }, {}, at)

const cookieOf = (answer: Answer): { cookie: string } => ({
  cookie: answer.headers.get('set-cookie')!.split(';', 1)[0]!,
})

const whoIs = async (headers: Record<string, string>): Promise<unknown> => {
  const current = await site.get('/api/user/currentUser', headers)
  return current.envelope().code === success ? current.data(readCurrentUser).username : undefined
}

const wrong = { status: 422, error: 'signIn.wrong', at: ['password'] }

let count = 0
const createReader = async () => {
  count += 1
  const contacts = { email: `member-${count}@example.org`, phone: `+86139001390${String(count).padStart(2, '0')}` }
  return { ...contacts, ...(await createOwner(site, { username: `Member-${count}`, ...contacts })) }
}

describe('signing in with a password', () => {
  test('takes username, e-mail address and phone number as people write them', async () => {
    const { username, email, phone } = await createReader()
    const spellings = [
      username,
      ` ${username.toUpperCase()} `,
      `Ｍ${username.slice(1)}`,
      `${username}\u200b`,
      email.toUpperCase(),
      phone,
      phone.replace('+86', ''),
      phone.replace('+86', '0086 '),
    ]
    const answers: Answer[] = []
    for (const identifier of spellings) answers.push(await signIn({ identifier }))
    expect(answers.map((answer) => answer.data(signInEndpoint).username)).toEqual(spellings.map(() => username))
  })

  test('answers with the current user, and a cookie that scripts cannot read', async () => {
    const { username } = await createReader()
    const answer = await signIn({ identifier: username })
    expect(answer.headers.get('set-cookie')).toMatch(/^lectern=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect((await site.get('/api/user/currentUser', cookieOf(answer))).data()).toEqual(answer.data(signInEndpoint))
  })

  test('keeps a browser that is to be remembered for thirty days, any other for twelve hours without use', async () => {
    const { username } = await createReader()
    const remembered = await signIn({ identifier: username, remember: true })
    const other = await signIn({ identifier: username })
    expect(remembered.headers.get('set-cookie')).toMatch(/; Max-Age=2592000$/)
    site.clock.set(after(12 * 3_600_000))
    expect([await whoIs(cookieOf(remembered)), await whoIs(cookieOf(other))]).toEqual([username, undefined])
    site.clock.set(after(30 * 86_400_000))
    expect(await whoIs(cookieOf(remembered))).toBeUndefined()
  })

  test('binds the cookie to this host and to encryption where the site has https', async () => {
    const secure = await startSite({
      databaseUrl: site.databaseUrl,
      clock: site.clock,
      config: { publicUrl: new URL('https://contest.example.org') },
    })
    const { username } = await createReader()
    const answer = await signIn({ identifier: username }, {}, secure)
    expect(answer.headers.get('set-cookie')).toMatch(
      /^__Host-lectern=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    )
    await secure.close()
  })

  test.each([
    [{ identifier: ['a', 'b'] }, 'identifier'],
    [{ identifier: '' }, 'identifier'],
    [{ password: 5 }, 'password'],
    [{ password: 'x'.repeat(129) }, 'password'],
    [{ remember: 'yes' }, 'remember'],
    [{ access: 'admin' }, 'access'],
  ])('is refused with %j', async (change, field) => {
    const answer = await site.call('POST', path, { body: { identifier: 'somebody', password: 'x', ...change } })
    expect(answer.failure().fields!.map((problem) => problem.path)).toContain(field)
    expect(answer.status).toBe(422)
  })

  test('from another site is refused', async () => {
    const { username } = await createReader()
    expect((await signIn({ identifier: username }, { origin: 'https://evil.example' })).status).toBe(403)
  })
})

describe('whoever fails to sign in', () => {
  let runs = 0
  const { argon2 } = crypto
  beforeEach(() => {
    runs = 0
    crypto.argon2 = (...args: Parameters<typeof argon2>) => {
      runs += 1
      return argon2(...args)
    }
    syncBuiltinESMExports()
  })
  afterEach(() => {
    crypto.argon2 = argon2
    syncBuiltinESMExports()
  })

  test('learns nothing about who has an account: same answer, same work', async () => {
    const { username } = await createReader()
    const withoutPassword = await createPerson(site)
    const disabled = await createOwner(site, { status: 'disabled' })
    const seen: unknown[] = []
    for (const identifier of [username, 'nobody-at-all', withoutPassword.username, disabled.username]) {
      runs = 0
      site.statements.length = 0
      const answer = await failAt(identifier)
      seen.push({
        ...answer.envelope(),
        data: { ...answer.failure(), requestId: '' },
        http: answer.status,
        headers: [...answer.headers.keys()],
        runs,
        statements: site.statements.length,
      })
    }
    expect(seen[0]).toMatchObject({ http: 422, runs: 1, data: { error: 'signIn.wrong' } })
    expect(seen).toEqual(seen.map(() => seen[0]))
  })
})

test('somebody who is disabled is told so, once the password is right', async () => {
  const { username } = await createOwner(site, { status: 'disabled' })
  expect(refusal(await failAt(username))).toEqual(wrong)
  expect(refusal(await signIn({ identifier: username }))).toEqual({ status: 422, error: 'signIn.disabled' })
})

describe('a session', () => {
  test('is new at every sign-in, and the one that the browser had is over', async () => {
    const { username } = await createReader()
    const first = cookieOf(await signIn({ identifier: username }))
    const second = cookieOf(await signIn({ identifier: username }, first))
    expect(second).not.toEqual(first)
    expect([await whoIs(first), await whoIs(second)]).toEqual([undefined, username])
  })

  test('cannot be chosen by somebody else beforehand', async () => {
    const { username, id } = await createReader()
    const planted = { cookie: `lectern=${'A'.repeat(43)}` }
    const given = cookieOf(await signIn({ identifier: username }, planted))
    expect(given).not.toEqual(planted)
    expect(await whoIs(planted)).toBeUndefined()

    // Nor does an attacker's own session become the victim's.
    const planter = await createPerson(site)
    await signIn({ identifier: username }, planter.headers)
    expect(await whoIs(planter.headers)).toBeUndefined()
    expect(await site.db.$count(session, eq(session.accountId, id))).toBe(3)
  })

  test('ends at sign-out, that of this browser alone', async () => {
    const { id, username, headers } = await createReader()
    const other = await createSession(site, id)
    const answer = await site.call('POST', '/api/account/logout', { headers })
    expect([answer.status, answer.data()]).toEqual([200, {}])
    expect(answer.headers.get('set-cookie')).toBe('lectern=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0')
    expect(answer.headers.get('clear-site-data')).toBe('"cache"')
    expect([await whoIs(headers), await whoIs(other.headers)]).toEqual([undefined, username])
  })

  test('need not be there to sign out', async () => {
    const answer = await site.call('POST', '/api/account/logout')
    expect([answer.status, answer.data()]).toEqual([200, {}])
  })

  test('is written down when it begins and when it ends', async () => {
    const { username, id } = await createReader()
    const headers = cookieOf(await signIn({ identifier: username }))
    site.clock.set(after(1_000))
    await site.call('POST', '/api/account/logout', { headers })
    const rows = await site.db
      .select({ action: audit.action, actor: audit.actorId, kind: audit.subjectKind })
      .from(audit)
      .where(eq(audit.actorId, id))
      .orderBy(audit.at)
    expect(rows).toEqual([
      { action: 'session.started', actor: id, kind: 'session' },
      { action: 'session.ended', actor: id, kind: 'session' },
    ])
  })

  test('tells who somebody is with one question to the database', async () => {
    const { headers, username } = await createReader()
    site.statements.length = 0
    expect(await whoIs(headers)).toBe(username)
    expect(site.statements).toHaveLength(1)
  })
})

describe('a second factor', () => {
  const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
  const appCode = (): string => new TOTP({ secret }).generate({ timestamp: site.clock.now().getTime() })
  const createGuarded = async () => {
    const reader = await createReader()
    await site.db
      .update(credential)
      .set({ totpSecret: secret, totpConfirmedAt: fixedNow })
      .where(eq(credential.accountId, reader.id))
    return reader
  }

  test('is asked for after the password, and only then', async () => {
    const { username } = await createGuarded()
    expect(refusal(await failAt(username))).toEqual(wrong)
    expect(refusal(await signIn({ identifier: username, password: 'wrong', secondFactor: appCode() }))).toEqual(wrong)
    expect(refusal(await signIn({ identifier: username }))).toEqual({ status: 422, error: 'secondFactor.required' })
    const bad = await signIn({ identifier: username, secondFactor: otherCode(appCode()) })
    expect(refusal(bad)).toEqual({ status: 422, error: 'secondFactor.wrong', at: ['secondFactor'] })
    const answer = await signIn({ identifier: username, secondFactor: appCode() })
    expect(answer.data()).toMatchObject({ username, hasSecondFactor: true })
    const again = await signIn({ identifier: username, secondFactor: appCode() })
    expect(refusal(again)).toMatchObject({ error: 'secondFactor.wrong' })
  })

  test('is asked for after a code, which stays good until then', async () => {
    const { email } = await createGuarded()
    const code = await receiveCode(site, 'signIn', email)
    const enter = (more: object): Promise<Answer> =>
      site.call('POST', `${path}/code`, { body: { contact: email, code, ...more } })
    expect(refusal(await enter({}))).toEqual({ status: 422, error: 'secondFactor.required' })
    expect(refusal(await enter({ secondFactor: otherCode(appCode()) }))).toMatchObject({ error: 'secondFactor.wrong' })
    expect((await enter({ secondFactor: appCode() })).status).toBe(200)
    expect(refusal(await enter({ secondFactor: appCode() }))).toMatchObject({ error: 'code.wrong' })
    const [row] = await site.db.select({ tries: codes.tries }).from(codes).where(eq(codes.target, email))
    expect(row).toEqual({ tries: 0 })
  })

  test('is not used up while consent is missing', async () => {
    const { username, id } = await createGuarded()
    await installDocuments(site.db, fixedNow)
    const consents = (await site.db.select({ id: document.id }).from(document).where(ne(document.name, 'pledge'))).map(
      (found) => found.id,
    )
    const secondFactor = appCode()
    const consentRequired = { status: 422, error: 'consent.required' }
    expect(refusal(await signIn({ identifier: username, secondFactor }))).toEqual(consentRequired)
    const half = await signIn({ identifier: username, secondFactor, consents: consents.slice(1) })
    expect(refusal(half)).toEqual(consentRequired)
    expect(await site.db.$count(consent, eq(consent.accountId, id))).toBe(0)
    expect((await signIn({ identifier: username, secondFactor, consents })).status).toBe(200)
    expect(await site.db.$count(consent, eq(consent.accountId, id))).toBe(consents.length)
    await site.db.delete(consent)
    await site.db.delete(document)
  })
})

test('nothing secret is in the log, whatever fails', async () => {
  const { username, email } = await createReader()
  const code = await receiveCode(site, 'signIn', email)
  const answer = await signIn({ identifier: username, password: ownPassword })
  await signIn({ identifier: username, password: 'a secret that is wrong' })
  const json = { 'content-type': 'application/json' }
  await site.call('POST', path, { body: '{"password":"a secret that is broken', headers: json })
  await site.call('POST', `${path}/code`, { body: { contact: email, code } })
  const log = site.logText()
  expect(log).toContain(`"url":"${path}"`)
  const token = cookieOf(answer).cookie.split('=')[1]!
  for (const secret of [ownPassword, 'a secret that is', code, token, email]) expect(log).not.toContain(secret)
})
