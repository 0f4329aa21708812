import { readCurrentUser } from '@lectern/contract/accounts/accounts.ts'
import type { AccountId } from '@lectern/contract/ids.ts'
import { defaultOfficeSettings, defaultSettings } from '@lectern/contract/settings/settings.ts'
import { beginSecondFactor, confirmSecondFactor, renewRecoveryCodes } from '@lectern/contract/sign-in/sign-in.ts'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { system, type Ctx } from '../../../platform/context.ts'
import { asc, eq } from '../../../platform/database/drizzle.ts'
import { createEncryption } from '../../../platform/encryption.ts'
import { AppError } from '../../../platform/failure.ts'
import { loadSecrets, type Secrets } from '../../../platform/secrets.ts'
import { meetAt } from '../../../testing/meeting.ts'
import { createOwner, ownPassword } from '../../../testing/owners.ts'
import { createPerson, type TestPerson } from '../../../testing/people.ts'
import { absentFolder } from '../../../testing/program.ts'
import { refusalOf } from '../../../testing/refusals.ts'
import { after, fixedNow, startSite, type Answer, type TestSite } from '../../../testing/site.ts'
import { audit } from '../../audit/tables.ts'
import { outbox } from '../../outbox/tables.ts'
import { setting } from '../../settings/tables.ts'
import { verifySecondFactor } from './second-factor.ts'
import { countSecrets, encryptClearSecrets } from './stored-secrets.ts'
import { credential } from '../tables.ts'

const path = '/api/account/second-factor'
const removalPath = `${path}/removal`
const codesPath = `${path}/recovery-codes`
const step = 30_000
const password = ownPassword
/** Of the right form, but invalid. */
const noCode = 'aaaaa-aaaaa'

let site: TestSite
let secrets: Secrets
const keySource = { dataDirectory: absentFolder(), secretKey: 'a key of this test, of 32 letters or more' }

beforeAll(async () => {
  site = await startSite({ config: { secretKey: keySource.secretKey } })
  secrets = await loadSecrets(site.db)
})
afterAll(() => site.close())
beforeEach(() => site.clock.set(fixedNow))

const codeAt = (secret: string, at: Date = site.clock.now()): string =>
  new TOTP({ secret }).generate({ timestamp: at.getTime() })

const anotherCode = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

const send = (method: string, to: string, { headers }: TestPerson, body: unknown): Promise<Answer> =>
  site.call(method, to, { headers, body })

const begin = async (person: TestPerson): Promise<string> =>
  (await send('POST', path, person, { password })).data(beginSecondFactor).secret

/** A user with a second factor, whose first code is used up. */
const createGuarded = async (values: Parameters<typeof createOwner>[1] = {}) => {
  const person = await createOwner(site, values)
  const secret = await begin(person)
  const confirmed = await send('PUT', path, person, { code: codeAt(secret) })
  return { person, secret, recoveryCodes: confirmed.data(confirmSecondFactor).recoveryCodes }
}

const isOn = async ({ headers }: TestPerson): Promise<boolean> =>
  (await site.get('/api/user/currentUser', headers)).data(readCurrentUser).hasSecondFactor

/** What sign-in asks. */
const verify = async (accountId: AccountId, code: string): Promise<string> => {
  const ctx = {
    db: site.db,
    now: site.clock.now(),
    actor: system,
    requestId: 'test',
    locale: 'en-US',
    caller: { address: '127.0.0.1', userAgent: 'test' },
    installation: {
      secrets,
      encryption: createEncryption(keySource),
      channels: ['mail'],
      office: defaultOfficeSettings,
    },
  } as unknown as Ctx
  try {
    await verifySecondFactor(ctx, accountId, code)
    return 'right'
  } catch (error) {
    if (error instanceof AppError) return error.error
    throw error
  }
}

const actionsOn = (id: string): Promise<{ action: string; changes: unknown }[]> =>
  site.db
    .select({ action: audit.action, changes: audit.changes })
    .from(audit)
    .where(eq(audit.subjectId, id))
    .orderBy(asc(audit.id))

const lettersTo = (recipient: string) =>
  site.db
    .select({ letter: outbox.letter, channel: outbox.channel, locale: outbox.locale, content: outbox.content })
    .from(outbox)
    .where(eq(outbox.recipient, recipient))
    .orderBy(asc(outbox.id))

test.each([
  ['POST', path, { password }],
  ['PUT', path, { code: '123456' }],
  ['POST', removalPath, { password }],
  ['POST', codesPath, { password }],
])('a visitor cannot %s %s', async (method, to, body) => {
  const answer = await site.call(method, to, { body })
  expect({ status: answer.status, code: answer.envelope().code }).toEqual({ status: 401, code: 401 })
})

test.each([
  ['POST', path],
  ['POST', removalPath],
  ['POST', codesPath],
])('%s %s with a wrong password, or of an account without one, is refused at the password', async (method, to) => {
  const answers = [
    await send(method, to, await createOwner(site), { password: 'not this one' }),
    await send(method, to, await createPerson(site), { password }),
  ]
  expect(answers.map(refusalOf)).toEqual([
    { status: 422, error: 'password.wrong', at: ['password'] },
    { status: 422, error: 'password.none', at: ['password'] },
  ])
})

test('setting up gives a secret of 20 bytes and an address that names the site in the person’s language', async () => {
  const person = await createOwner(site, { username: '林静 a', locale: 'zh-TW' })
  const answer = await send('POST', path, person, { password })
  const { secret, uri } = answer.data(beginSecondFactor)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  const issuer = encodeURIComponent(defaultSettings.title['zh-TW']!)
  expect(uri).toBe(
    `otpauth://totp/${issuer}:${encodeURIComponent('林静 a')}?issuer=${issuer}&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
  )
  expect(await isOn(person)).toBe(false)
})

test('the first code turns it on, gives ten recovery codes once, and the owner is told', async () => {
  const person = await createOwner(site, { email: 'first@example.org', locale: 'pt-BR' })
  const secret = await begin(person)
  const answer = await send('PUT', path, person, { code: codeAt(secret) })
  const { recoveryCodes } = answer.data(confirmSecondFactor)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(recoveryCodes.filter((code) => /^[a-hjkmnp-z2-9]{5}-[a-hjkmnp-z2-9]{5}$/.test(code))).toEqual(recoveryCodes)
  expect(new Set(recoveryCodes).size).toBe(10)
  expect(await isOn(person)).toBe(true)
  expect(await actionsOn(person.id)).toEqual([{ action: 'secondFactor.enabled', changes: null }])
  expect(await lettersTo('first@example.org')).toEqual([
    { letter: 'secondFactorChanged', channel: 'mail', locale: 'pt-BR', content: { change: 'enabled' } },
  ])
  const stored = await site.db.select().from(credential).where(eq(credential.accountId, person.id))
  expect(recoveryCodes.filter((code) => JSON.stringify(stored).includes(code))).toEqual([])
})

test('beginning again replaces a secret that was never confirmed', async () => {
  const person = await createOwner(site)
  const first = await begin(person)
  const second = await begin(person)
  expect(refusalOf(await send('PUT', path, person, { code: codeAt(first) }))).toEqual({
    status: 422,
    error: 'secondFactor.wrong',
    at: ['code'],
  })
  expect((await send('PUT', path, person, { code: codeAt(second) })).status).toBe(200)
})

test('what is on cannot be begun or confirmed again', async () => {
  const { person, secret } = await createGuarded()
  site.clock.set(after(step))
  expect([
    refusalOf(await send('POST', path, person, { password })),
    refusalOf(await send('PUT', path, person, { code: codeAt(secret) })),
  ]).toEqual([
    { status: 409, error: 'secondFactor.exists' },
    { status: 409, error: 'secondFactor.exists' },
  ])
})

test('what was never begun cannot be confirmed, removed or given new codes', async () => {
  const person = await createOwner(site)
  expect([
    refusalOf(await send('PUT', path, person, { code: '123456' })),
    refusalOf(await send('POST', removalPath, person, { password })),
    refusalOf(await send('POST', codesPath, person, { password })),
  ]).toEqual(Array.from({ length: 3 }, () => ({ status: 422, error: 'secondFactor.none' })))
})

test('of two confirmations at once one gives codes, and those are the ones that count', async () => {
  const person = await createOwner(site)
  const code = codeAt(await begin(person))
  const confirm = () => send('PUT', path, person, { code })
  const answers = await meetAt(
    site,
    ['select from credential where account_id = $1 for update', person.id],
    [confirm, confirm],
  )
  const [winner, loser] = answers.toSorted((a, b) => a.status - b.status) as [Answer, Answer]
  expect([winner.status, refusalOf(loser)]).toEqual([200, { status: 409, error: 'resource.changed' }])
  const [recoveryCode] = winner.data(confirmSecondFactor).recoveryCodes
  expect(await verify(person.id, recoveryCode!)).toBe('right')
})

test.each([
  ['the step before', -step, 'right'],
  ['the present step', 0, 'right'],
  ['the step after', step, 'right'],
  ['two steps before', -2 * step, 'secondFactor.wrong'],
  ['two steps after', 2 * step, 'secondFactor.wrong'],
])('a code of %s is %s ms away: %s', async (_name, distance, verdict) => {
  const { person, secret } = await createGuarded()
  site.clock.set(after(10 * step))
  expect(await verify(person.id, codeAt(secret, after(10 * step + distance)))).toBe(verdict)
})

test('a code is good once, and older ones not after it', async () => {
  const { person, secret } = await createGuarded()
  const used = await verify(person.id, codeAt(secret))
  site.clock.set(after(10 * step))
  const code = codeAt(secret)
  const verdicts = [await verify(person.id, code), await verify(person.id, code)]
  const older = await verify(person.id, codeAt(secret, after(9 * step)))
  expect([used, ...verdicts, older]).toEqual([
    'secondFactor.wrong',
    'right',
    'secondFactor.wrong',
    'secondFactor.wrong',
  ])
})

test('one code in five sign-ins at once opens one', async () => {
  const { person, secret } = await createGuarded()
  site.clock.set(after(10 * step))
  const code = codeAt(secret)
  const verdicts = await Promise.all(Array.from({ length: 5 }, () => verify(person.id, code)))
  expect(verdicts.toSorted()).toEqual(['right', ...Array.from({ length: 4 }, () => 'secondFactor.wrong')])
})

test('a recovery code is good once, however it is written, and for its owner alone', async () => {
  const [{ person, recoveryCodes }, stranger] = [await createGuarded(), await createGuarded()]
  const [code] = recoveryCodes as [string]
  expect([
    await verify(stranger.person.id, code),
    await verify(person.id, ` ${code.toUpperCase().replace('-', ' ')} `),
    await verify(person.id, code),
  ]).toEqual(['secondFactor.wrong', 'right', 'secondFactor.wrong'])
})

test('one recovery code in five sign-ins at once opens one, and the others are left', async () => {
  const { person, recoveryCodes } = await createGuarded()
  const verdicts = await Promise.all(Array.from({ length: 5 }, () => verify(person.id, recoveryCodes[0]!)))
  expect(verdicts.toSorted()).toEqual(['right', ...Array.from({ length: 4 }, () => 'secondFactor.wrong')])
  const [row] = await site.db
    .select({ left: credential.recoveryCodes })
    .from(credential)
    .where(eq(credential.accountId, person.id))
  expect(row!.left.length).toBe(9)
})

test('after ten wrong codes the right one waits half a minute, however often somebody tries meanwhile', async () => {
  const { person, secret } = await createGuarded()
  site.clock.set(after(10 * step))
  const verdicts = []
  for (let count = 0; count < 10; count += 1) verdicts.push(await verify(person.id, noCode))
  expect(verdicts).toEqual(Array.from({ length: 10 }, () => 'secondFactor.wrong'))
  site.clock.set(after(11 * step - 1_000))
  expect([await verify(person.id, noCode), await verify(person.id, codeAt(secret))]).toEqual([
    'signIn.tooMany',
    'signIn.tooMany',
  ])
  site.clock.set(after(11 * step))
  expect(await verify(person.id, codeAt(secret))).toBe('right')
})

test('who goes on guessing waits longer and longer, and the owner is told once a day', async () => {
  const { person } = await createGuarded()
  site.clock.set(after(10 * step))
  const verdicts: unknown[] = []
  for (let count = 0; count < 31; count += 1) {
    site.clock.set(after((10 + count) * step))
    verdicts.push(await verify(person.id, noCode))
  }
  expect(verdicts).toEqual([...Array.from({ length: 30 }, () => 'secondFactor.wrong'), 'signIn.tooMany'])
  const { rows } = await site.pool.query(
    `select (select count(*)::int from notice where account_id = $1 and title->>'en-US' = 'Repeated wrong second-factor codes') as notices,
       (select count(*)::int from audit where subject_id = $1::text and action = 'secondFactor.guessed') as entries`,
    [person.id],
  )
  expect(rows).toEqual([{ notices: 1, entries: 1 }])
})

test('who shows the right code has all tries again', async () => {
  const { person, secret } = await createGuarded()
  site.clock.set(after(10 * step))
  for (let count = 0; count < 9; count += 1) await verify(person.id, noCode)
  expect(await verify(person.id, codeAt(secret))).toBe('right')
  const verdicts = []
  for (let count = 0; count < 11; count += 1) verdicts.push(await verify(person.id, noCode))
  expect(verdicts).toEqual([...Array.from({ length: 10 }, () => 'secondFactor.wrong'), 'signIn.tooMany'])
})

test('twenty wrong codes at once are ten tries', async () => {
  const { person } = await createGuarded()
  const verdicts = await Promise.all(Array.from({ length: 20 }, () => verify(person.id, noCode)))
  expect(verdicts.filter((verdict) => verdict === 'secondFactor.wrong').length).toBe(10)
})

test('wrong first codes are counted too', async () => {
  const person = await createOwner(site)
  const code = anotherCode(codeAt(await begin(person)))
  const answers = []
  for (let count = 0; count < 11; count += 1) answers.push(await send('PUT', path, person, { code }))
  expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 10 }, () => 422), 429])
  expect(answers.at(-1)!.headers.get('retry-after')).toBe('30')
})

test('removing turns it off for good and tells the owner', async () => {
  const { person, secret, recoveryCodes } = await createGuarded({ phone: '+8613800138001', locale: 'zh-CN' })
  site.clock.set(after(step))
  const answer = await send('POST', removalPath, person, { password })
  expect({ status: answer.status, data: answer.data() }).toEqual({ status: 200, data: {} })
  site.clock.set(after(10 * step))
  expect([
    await isOn(person),
    await verify(person.id, codeAt(secret)),
    await verify(person.id, recoveryCodes[0]!),
  ]).toEqual([false, 'secondFactor.wrong', 'secondFactor.wrong'])
  expect((await actionsOn(person.id)).map(({ action }) => action)).toEqual([
    'secondFactor.enabled',
    'secondFactor.removed',
  ])
  const letter = { letter: 'secondFactorChanged', channel: 'sms', locale: 'zh-CN' }
  expect(await lettersTo('+8613800138001')).toEqual([
    { ...letter, content: { change: 'enabled' } },
    { ...letter, content: { change: 'removed' } },
  ])
})

test('new recovery codes void the old ones', async () => {
  const { person, recoveryCodes: old } = await createGuarded()
  site.clock.set(after(step))
  const answer = await send('POST', codesPath, person, { password })
  const { recoveryCodes } = answer.data(renewRecoveryCodes)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(recoveryCodes.length).toBe(10)
  expect([await verify(person.id, old[0]!), await verify(person.id, recoveryCodes[0]!)]).toEqual([
    'secondFactor.wrong',
    'right',
  ])
  expect((await actionsOn(person.id)).map(({ action }) => action)).toEqual([
    'secondFactor.enabled',
    'secondFactor.codesRenewed',
  ])
})

test('where organisers require it, members may turn it off, experts and organisers not', async () => {
  const owners = await Promise.all((['user', 'expert', 'admin'] as const).map((access) => createGuarded({ access })))
  await site.db.insert(setting).values({ key: 'office', value: { requireSecondFactor: true }, updatedAt: fixedNow })
  const strict = await startSite({ databaseUrl: site.databaseUrl, clock: site.clock })
  try {
    const answers = await Promise.all(
      owners.map(({ person: { headers } }) => strict.call('POST', removalPath, { headers, body: { password } })),
    )
    const demanded = { status: 422, error: 'secondFactor.demanded' }
    expect(answers[0]!.status).toBe(200)
    expect(answers.slice(1).map(refusalOf)).toEqual([demanded, demanded])
  } finally {
    await site.db.delete(setting)
    await strict.close()
  }
})

test('no code and no secret reaches the log', async () => {
  const { secret, recoveryCodes, person } = await createGuarded()
  site.clock.set(after(10 * step))
  await send('POST', codesPath, person, { password })
  const words = [secret, password, ...recoveryCodes]
  expect(words.filter((word) => site.logText().includes(word))).toEqual([])
})

const storedSecret = async (accountId: AccountId): Promise<string | null> => {
  const [found] = await site.db
    .select({ secret: credential.totpSecret })
    .from(credential)
    .where(eq(credential.accountId, accountId))
  return found!.secret
}

const signInWith = async (person: TestPerson, secondFactor: string): Promise<Answer> =>
  site.call('POST', '/api/account/login', { body: { identifier: person.username, password, secondFactor } })

test('the database does not know the secret, neither before it is confirmed nor after', async () => {
  const person = await createOwner(site)
  const secret = await begin(person)
  expect(await storedSecret(person.id)).toMatch(/^enc1\.[\w-]{12}\.[\w-]+$/)
  await send('PUT', path, person, { code: codeAt(secret) })
  expect(await storedSecret(person.id)).not.toContain(secret)
})

test('a secret that was stored in clear still works, and is encrypted once', async () => {
  const { person, secret } = await createGuarded()
  await site.db.update(credential).set({ totpSecret: secret }).where(eq(credential.accountId, person.id))
  site.clock.set(after(step))
  expect((await signInWith(person, codeAt(secret))).status).toBe(200)
  const encryption = createEncryption(keySource)
  expect([
    await encryptClearSecrets(site.db, encryption),
    await encryptClearSecrets(site.db, encryption),
    (await countSecrets(site.db, encryption)).clear,
  ]).toEqual([1, 0, 0])
  site.clock.set(after(2 * step))
  expect((await signInWith(person, codeAt(secret))).status).toBe(200)
})

test('a secret is of no use to another account', async () => {
  const [one, other] = [await createGuarded(), await createGuarded()]
  await site.db
    .update(credential)
    .set({ totpSecret: await storedSecret(one.person.id) })
    .where(eq(credential.accountId, other.person.id))
  site.clock.set(after(step))
  expect(refusalOf(await signInWith(other.person, codeAt(one.secret)))).toMatchObject({
    error: 'secondFactor.unreadable',
  })
})

test('where the key was lost, people are told so, and a recovery code lets them in', async () => {
  const { person, secret, recoveryCodes } = await createGuarded()
  const withOtherKey = await startSite({
    databaseUrl: site.databaseUrl,
    clock: site.clock,
    config: { secretKey: 'another key than the one before, of 32 letters' },
  })
  try {
    site.clock.set(after(step))
    const enter = (secondFactor: string): Promise<Answer> =>
      withOtherKey.call('POST', '/api/account/login', {
        body: { identifier: person.username, password, secondFactor },
      })
    expect(refusalOf(await enter(codeAt(secret)))).toMatchObject({ status: 422, error: 'secondFactor.unreadable' })
    expect((await enter(recoveryCodes[0]!)).status).toBe(200)
  } finally {
    await withOtherKey.close()
  }
})
