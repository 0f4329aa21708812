import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { describeSignIns } from '../demo-sign-ins.ts'
import { verifyPassword } from '../features/sign-in/passwords/passwords.ts'
import { connect, type Connection } from '../platform/database/connect.ts'
import { createEncryption } from '../platform/encryption.ts'
import { createDatabase } from '../testing/database.ts'
import { absentFolder } from '../testing/program.ts'
import type { CommandInput } from './command.ts'
import { commands } from './commands.ts'

let url: string
let connection: Connection
beforeEach(async () => {
  url = await createDatabase()
  connection = connect(url, () => undefined)
})
afterEach(() => connection.close())

const randomPassword = /^[a-hjkmnp-z2-9]{16}$/

const run = (name: string, options: CommandInput['options'], args: string[] = [], environment = {}) =>
  commands[name]!.run({
    config: readConfig({ DATABASE_URL: url, DATA_DIR: absentFolder(), ...environment }),
    openDatabase: async () => ({ url, connection, close: async () => undefined }),
    args,
    options,
  })

const create = async (options: CommandInput['options']) => {
  const { ok, lines } = await run('create-admin', options)
  return [ok, ...lines]
}

const findPerson = async (username: string) => {
  const { rows } = await connection.pool.query<Record<string, string | number | null>>(
    `select email, phone, access, status, totp_secret as "secondFactor",
       (select count(*)::int from session where account_id = account.id) as sessions,
       (select array_agg(actor_kind || ' ' || action order by audit.at, audit.action) from audit where subject_id = account.id::text) as log
     from account join credential on account_id = account.id where username = $1`,
    [username],
  )
  return rows[0]
}

const isPassword = async (password: unknown): Promise<boolean> => {
  const { rows } = await connection.pool.query<{ password: string }>('select password from credential')
  return verifyPassword(rows[0]!.password, String(password))
}

test('create-admin makes an organiser with a random password, written as people are stored', async () => {
  const { lines, password, ...told } = await run('create-admin', {
    username: 'ｃｈｉｅｆ',
    email: 'Chief@Example.org',
    phone: '138 0000 1234',
  })
  expect(told).toEqual({ ok: true, username: 'chief' })
  expect(password).toMatch(randomPassword)
  expect(lines).toEqual(['chief is now an organiser.', `Password: ${String(password)} (shown this once)`])
  expect(await findPerson('chief')).toEqual({
    email: 'chief@example.org',
    phone: '+8613800001234',
    access: 'admin',
    status: 'active',
    secondFactor: null,
    sessions: 0,
    log: ['operator account.created'],
  })
  expect(await isPassword(password)).toBe(true)
})

test('create-admin reports all problems of its options', async () => {
  expect(await create({})).toEqual([false, 'Say who: --username <value>'])
  expect(await create({ username: 'a b', email: 'x', phone: '12' })).toEqual([
    false,
    '--username: 3 to 32 letters, digits, _ or -, and at least one letter',
    '--email: no e-mail address',
    '--phone: no phone number; with its country, as +8613800001234',
  ])
  expect(await create({ username: 'chief', promote: true, email: 'a@example.org' })).toEqual([
    false,
    '--promote changes nothing but the access: give only --username with it.',
  ])
})

test('create-admin takes no name and no contact that somebody has', async () => {
  await create({ username: 'first', email: 'first@example.org', phone: '13800001234' })
  expect(await create({ username: 'FIRST' })).toEqual([
    false,
    'There is an account first already. To make its owner an organiser: --promote',
  ])
  expect(await create({ username: 'second', email: 'FIRST@example.org' })).toEqual([
    false,
    'Another account has this e-mail address.',
  ])
  expect(await create({ username: 'second', phone: '+8613800001234' })).toEqual([
    false,
    'Another account has this phone number.',
  ])
  const { rows } = await connection.pool.query('select username from account')
  expect(rows).toEqual([{ username: 'first' }])
})

test('create-admin makes an existing account an organiser, disabled or not', async () => {
  await create({ username: 'first' })
  await connection.pool.query(`update account set access = 'user', status = 'disabled'`)
  expect(await create({ username: 'First', promote: true })).toEqual([true, 'first is now an organiser.'])
  expect(await create({ username: 'first', promote: true })).toEqual([
    true,
    'first is an organiser already: nothing was changed.',
  ])
  expect(await create({ username: 'second', promote: true })).toEqual([false, 'There is no account second to promote.'])
  expect(await findPerson('first')).toMatchObject({
    access: 'admin',
    status: 'active',
    log: ['operator account.created', 'operator account.accessChanged', 'operator account.enabled'],
  })
})

test('create-admin gives an organiser all duties back', async () => {
  await create({ username: 'first' })
  await connection.pool.query(
    `insert into organiser (account_id, duties, changed_at) select id, '{content}', now() from account`,
  )
  expect(await create({ username: 'first', promote: true })).toEqual([true, 'first holds all duties but audit again.'])
  const { rows } = await connection.pool.query('select duties from organiser')
  expect(rows).toEqual([{ duties: ['contest', 'content', 'people', 'system'] }])
  expect((await findPerson('first'))?.log).toEqual(['operator account.created', 'operator account.dutiesChanged'])
})

const secure = () =>
  connection.pool.query(
    `insert into session select id, '\\x00', id, true, now(), now(), now() + interval '1 day', '', '' from account;
     update credential set totp_secret = 'ABC', totp_confirmed_at = now()`,
  )

test.each(['CHIEF', 'Chief@example.org', '138 0000 1234'])(
  'reset-password gives %s a new password and ends all sessions',
  async (name) => {
    const before = await run('create-admin', { username: 'chief', email: 'chief@example.org', phone: '13800001234' })
    await secure()
    const { lines, password, ...told } = await run('reset-password', {}, [name])
    expect(told).toEqual({ ok: true, username: 'chief', sessions: 1, secondFactor: false })
    expect(lines).toEqual([
      'chief has a new password; sessions ended: 1.',
      `Password: ${String(password)} (shown this once)`,
    ])
    expect([await isPassword(password), await isPassword(before['password'])]).toEqual([true, false])
    expect(await findPerson('chief')).toMatchObject({
      secondFactor: 'ABC',
      sessions: 0,
      log: ['operator account.created', 'operator password.reset'],
    })
  },
)

test('reset-password removes the second factor with the option for it', async () => {
  await create({ username: 'chief' })
  await secure()
  expect(await run('reset-password', { 'second-factor': true }, ['chief'])).toMatchObject({ secondFactor: true })
  expect(await findPerson('chief')).toMatchObject({
    secondFactor: null,
    log: ['operator account.created', 'operator password.reset', 'operator secondFactor.removed'],
  })
  const { lines } = await run('reset-password', { 'second-factor': true }, ['chief'])
  expect(lines.at(-1)).toBe('There was no second factor to remove.')
})

test('reset-password fails for an unknown user', async () => {
  const why = 'There is no account with the name, e-mail address or phone number nobody.'
  expect(await run('reset-password', {}, ['nobody'])).toEqual({ ok: false, error: why, lines: [why] })
})

test('seed does not repeat a password that was set', () => {
  expect(
    describeSignIns({
      organiser: 'admin',
      second: 'qianshuyu',
      auditor: 'hejingwen',
      expert: 'gaoyuanzhi',
      provinceOfficer: 'shenyifan',
      schoolOfficer: 'guchenxi',
    }),
  ).toEqual([
    "organiser's sign-in: admin, with the password from ADMIN_PASSWORD",
    "second organiser's sign-in: qianshuyu, with the same password",
    "auditor's sign-in: hejingwen, with the same password",
    "expert's sign-in: gaoyuanzhi, with the same password",
    "sign-in of a province's officer: shenyifan, with the same password",
    "sign-in of a school's officer: guchenxi, with the same password",
  ])
})

const giveFactor = async (username: string, secret: string): Promise<void> => {
  await connection.pool.query(
    `update credential set totp_secret = $2, totp_confirmed_at = now()
     where account_id = (select id from account where username = $1)`,
    [username, secret],
  )
}

test('reset-second-factor removes that of one account and keeps its password', async () => {
  const { password } = await run('create-admin', { username: 'chief' })
  await giveFactor('chief', 'clear')
  expect(await run('reset-second-factor', { account: 'chief' })).toMatchObject({ ok: true, reset: 1 })
  expect(await findPerson('chief')).toMatchObject({ secondFactor: null })
  expect(await isPassword(password)).toBe(true)
  expect(await run('reset-second-factor', { account: 'chief' })).toMatchObject({ ok: true, reset: 0 })
})

test('reset-second-factor --unreadable removes those that were encrypted with a lost key, and no others', async () => {
  const key = { SECRET_KEY: 'the key that is here now, of 32 letters' }
  const here = createEncryption({ dataDirectory: absentFolder(), secretKey: key.SECRET_KEY })
  const lost = createEncryption({
    dataDirectory: absentFolder(),
    secretKey: 'the key that was lost, of 32 letters or so',
  })
  for (const username of ['lost-one', 'kept-one']) await run('create-admin', { username })
  await giveFactor('lost-one', await lost.encrypt('x', 'secret'))
  await giveFactor('kept-one', await here.encrypt('x', 'secret'))
  expect(await run('reset-second-factor', { unreadable: true }, [], key)).toMatchObject({ ok: true, reset: 1 })
  expect([(await findPerson('lost-one'))?.['secondFactor'], (await findPerson('kept-one'))?.['secondFactor']]).toEqual([
    null,
    expect.stringMatching(/^enc1\./),
  ])
  expect(await run('reset-second-factor', { unreadable: true }, [], key)).toMatchObject({ ok: true, reset: 0 })
})

test('reset-second-factor asks whose', async () => {
  expect(await run('reset-second-factor', {})).toMatchObject({ ok: false })
  expect(await run('reset-second-factor', { account: 'x', unreadable: true })).toMatchObject({ ok: false })
})

test('the doctor names second factors that the key here cannot read, and the way out', async () => {
  await run('create-admin', { username: 'chief' })
  await giveFactor('chief', 'enc1.otherKey.content')
  const { ok, lines } = await run('doctor', {}, [], { SECRET_KEY: 'the key that is here now, of 32 letters' })
  expect(ok).toBe(false)
  expect(lines.filter((line) => line.includes('second factors'))).toEqual([
    '✗ second factors: 1 were encrypted with another key than SECRET_KEY: put that key back, or `portal reset-second-factor --unreadable`',
  ])
})
