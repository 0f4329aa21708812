import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readMailServer, testMailServer, type MailServerAnswer } from '@lectern/contract/settings/mail-server.ts'
import { listOutbox } from '@lectern/contract/outbox/outbox.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { requestCode } from '../../testing/codes.ts'
import { createOwner, ownPassword } from '../../testing/owners.ts'
import type { TestPerson } from '../../testing/people.ts'
import { runPortal } from '../../testing/command.ts'
import { refusal } from '../../testing/proofs.ts'
import { eventually, startSite, type TestSite } from '../../testing/site.ts'
import { startPostbox, type Postbox } from '../../testing/smtp.ts'
import { audit } from '../audit/tables.ts'

const path = '/api/settings/mail'
const credentials = { user: 'contest@example.org', password: 'grant-code-7Q' }
const secretKey = 'a key that is kept outside the database'

let site: TestSite
let postbox: Postbox
let admin: TestPerson
let colleague: TestPerson
beforeAll(async () => {
  site = await startSite({ config: { demo: false, secretKey } })
  admin = await createOwner(site, { access: 'admin', email: 'chen@example.org' })
  colleague = await createOwner(site, { access: 'admin' })
})
afterAll(() => site.close())
beforeEach(async () => {
  postbox = await startPostbox({ credentials })
  await site.pool.query(`delete from setting where key = 'mail'`)
  await site.pool.query('delete from throttle')
  await eventually(async () => {
    if ((await channels()).length > 0) throw new Error('not heard of yet')
  })
})
afterEach(() => postbox.close())

const channels = async (of = site): Promise<string[]> =>
  (await of.get('/api/outbox', admin.headers)).data(listOutbox).channels

const server = () => ({
  host: '127.0.0.1',
  port: postbox.port,
  security: 'starttls',
  username: credentials.user,
  sender: 'contest@example.org',
})

const change = (values: object = {}, on = site) => {
  const body = { ...server(), password: credentials.password, ownPassword, version: 0, ...values }
  return on.call('PUT', path, { headers: admin.headers, body })
}

const tryOut = (values: object = {}) =>
  site.call('POST', `${path}/test`, {
    headers: { ...admin.headers, 'accept-language': 'zh-CN' },
    body: { ...server(), password: credentials.password, ...values },
  })

const read = async (on = site): Promise<MailServerAnswer> => (await on.get(path, admin.headers)).data(readMailServer)

test('nobody can be sent a code until an organiser sets the mail server, and everybody at once after it, in every process', async () => {
  const second = await startSite({ databaseUrl: site.databaseUrl, withJobs: true, config: { demo: false, secretKey } })
  expect(await read()).toEqual({ source: 'none', server: null, hasPassword: false, version: 0, whyNot: null })
  const changed = await change()
  expect([changed.status, changed.data()]).toEqual([
    200,
    { source: 'office', server: server(), hasPassword: true, version: 1, whyNot: null },
  ])
  await eventually(async () => expect(await channels(second)).toEqual(['mail']))
  await requestCode(second, 'signUp', 'reader@example.org')
  await eventually(() => expect(postbox.mails).toHaveLength(1))
  const { to, from, user, encrypted } = postbox.mails[0]!
  expect({ to, from, user, encrypted }).toEqual({
    to: 'reader@example.org',
    from: 'contest@example.org',
    user: credentials.user,
    encrypted: true,
  })

  const other = await startPostbox({ credentials })
  await change({ port: other.port, version: 1 })
  await eventually(async () => {
    await site.pool.query('delete from throttle')
    await requestCode(second, 'signUp', 'other@example.org')
    expect(other.mails.length).toBeGreaterThan(0)
  })
  expect(postbox.mails).toHaveLength(1)
  const removal = { headers: admin.headers, body: { ownPassword, version: 2 } }
  expect((await site.call('DELETE', path, removal)).data()).toEqual({
    source: 'none',
    server: null,
    hasPassword: false,
    version: 3,
    whyNot: null,
  })
  await eventually(async () => expect(await channels(second)).toEqual([]))
  await Promise.all([second.close(), other.close()])
})

test('a relay of the own network is used without encryption and without a password', async () => {
  const relay = await startPostbox()
  const plain = { port: relay.port, security: 'none', username: '' }
  expect((await tryOut(plain)).data(testMailServer)).toEqual({ to: 'chen@example.org', failure: null })
  const changed = await change({ ...plain, password: undefined })
  expect(changed.data()).toMatchObject({ source: 'office', server: { ...server(), ...plain }, hasPassword: true })
  const [mail] = relay.mails
  expect([mail!.user, mail!.encrypted]).toEqual([undefined, false])
  expect(refusal(await change({ ...plain, security: 'starttls', version: 1 }))).toMatchObject({ at: ['username'] })
  await relay.close()
})

describe('an organiser who changes the mail server', () => {
  test('must know the password of the account', async () => {
    expect(refusal(await change({ ownPassword: 'not the password' }))).toEqual({
      status: 422,
      error: 'password.wrong',
      at: ['ownPassword'],
    })
    const removal = { headers: admin.headers, body: { ownPassword: 'not the password', version: 1 } }
    expect((await change()).status).toBe(200)
    expect(refusal(await site.call('DELETE', path, removal))).toEqual({
      status: 422,
      error: 'password.wrong',
      at: ['ownPassword'],
    })
    expect((await read()).version).toBe(1)
  })

  test('must have the second factor of an account that has one', async () => {
    await site.pool.query(`update credential set totp_secret = 'x', totp_confirmed_at = now() where account_id = $1`, [
      admin.id,
    ])
    const answers = [await change(), await change({ secondFactor: 'wrong-code' })]
    await site.pool.query(`update credential set totp_secret = null, totp_confirmed_at = null where account_id = $1`, [
      admin.id,
    ])
    expect(answers.map(refusal)).toMatchObject([{ error: 'secondFactor.required' }, { error: 'secondFactor.wrong' }])
    expect((await read()).source).toBe('none')
  })

  test('is told of a change in between, and all other organisers are told who it was', async () => {
    await site.pool.query('delete from notice')
    expect((await change()).status).toBe(200)
    expect(refusal(await change())).toEqual({ status: 409, error: 'resource.changed' })
    const { rows } = await site.pool.query(`select account_id, kind, link, body ->> 'en-US' as body from notice`)
    const { account_id, kind, link, body } = rows[0] as Record<string, string>
    expect([rows.length, account_id, kind, link]).toEqual([1, colleague.id, 'security', '/Admin/Setting'])
    expect(body).toContain(`${admin.username} set the site's mail server to 127.0.0.1.`)
  })

  test('types the mailbox password again for another host, and may keep it for the same', async () => {
    await change()
    const kept = { password: undefined, version: 1 }
    const needed = { status: 422, error: 'mail.passwordNeeded', at: ['password'] }
    expect(refusal(await change({ ...kept, host: 'mail.example.org' }))).toEqual(needed)
    expect(refusal(await tryOut({ ...kept, version: undefined, host: 'localhost' }))).toEqual(needed)
    expect((await change({ ...kept, sender: 'office@example.org' })).status).toBe(200)
    expect((await tryOut({ password: undefined })).data()).toEqual({ to: 'chen@example.org', failure: null })
  })

  test('is told everything that makes no sense at once', async () => {
    const refused = await change({ host: 'http://mail', port: 0, security: 'some', username: '', sender: 'nobody' })
    expect(refusal(refused)).toEqual({
      status: 422,
      error: 'request.invalid',
      at: ['host', 'port', 'security', 'sender', 'username'],
    })
  })
})

describe('a test mail', () => {
  test('goes to the organiser’s own address by what is not saved, and changes nothing', async () => {
    expect((await tryOut()).data()).toEqual({ to: 'chen@example.org', failure: null })
    expect(postbox.mails.map(({ to, headers }) => [to, headers.subject])).toEqual([['chen@example.org', '测试邮件']])
    expect((await read()).source).toBe('none')
  })

  test('goes to the sender if the organiser has no address', async () => {
    await site.pool.query('update account set email = null where id = $1', [admin.id])
    const { to } = (await tryOut()).data(testMailServer)
    await site.pool.query(`update account set email = 'chen@example.org' where id = $1`, [admin.id])
    expect(to).toBe('contest@example.org')
  })

  const failureOf = async (values: object = {}) => (await tryOut(values)).data(testMailServer).failure

  test('tells in the organiser’s language what is wrong', async () => {
    expect(await failureOf({ password: 'wrong-password' })).toEqual({
      name: 'signIn',
      message: '发送服务器拒绝了用户名或密码（535）',
    })
    expect(await failureOf({ port: 1 })).toEqual({ name: 'unreachable', message: '无法连接发送服务器（ECONNREFUSED）' })
    expect(await failureOf({ security: 'tls' })).toMatchObject({ name: 'encryption' })
    postbox.behave({ at: 'sender', code: 550, words: `not you, ${credentials.password}` })
    expect(await failureOf()).toEqual({ name: 'sender', message: '发送服务器拒绝了发件人（550 not you, •）' })
  })

  test('can be sent only so often', async () => {
    for (let left = 5; left > 0; left -= 1) expect((await tryOut()).status).toBe(200)
    expect(refusal(await tryOut())).toEqual({ status: 429, error: 'request.tooMany', params: { seconds: 60 } })
  })

  test('does not leave the demo', async () => {
    const demo = await startSite()
    const organiser = await createOwner(demo, { access: 'admin' })
    const body = { ...server(), password: credentials.password }
    const answer = await demo.call('POST', `${path}/test`, { headers: organiser.headers, body })
    await demo.close()
    expect([refusal(answer), postbox.mails]).toEqual([{ status: 409, error: 'mail.demo' }, []])
  })
})

test('what the operator has set wins, can be seen without its password, and cannot be changed', async () => {
  await change()
  const operators = await startPostbox({ credentials })
  const config = { demo: false, secretKey, smtpUrl: operators.url(credentials) }
  const theirs = await startSite({ databaseUrl: site.databaseUrl, withJobs: true, config })
  expect(await read(theirs)).toEqual({
    source: 'operator',
    server: {
      host: '127.0.0.1',
      port: operators.port,
      security: 'starttls',
      username: null,
      sender: 'no-reply@localhost',
    },
    hasPassword: true,
    version: 0,
    whyNot: null,
  })
  expect(refusal(await change({ version: 1 }, theirs))).toEqual({ status: 409, error: 'mail.operatorSet' })
  await requestCode(theirs, 'signUp', 'operated@example.org')
  // The notice to other organisers about the change may be sent this way too.
  await eventually(() => expect(operators.mails.map(({ to }) => to)).toContain('operated@example.org'))
  expect(postbox.mails.map(({ to }) => to)).not.toContain('operated@example.org')
  await Promise.all([theirs.close(), operators.close()])
})

test('a site without the key sends nothing, and asks for the password again', async () => {
  await change()
  const config = { demo: false, secretKey: 'another key that is kept outside the database' }
  const without = await startSite({ databaseUrl: site.databaseUrl, config })
  expect([(await read(without)).hasPassword, await channels(without)]).toEqual([false, []])
  expect(refusal(await change({ password: undefined, version: 1 }, without))).toMatchObject({
    error: 'mail.passwordNeeded',
  })
  expect((await change({ version: 1 }, without)).data()).toMatchObject({ hasPassword: true, version: 2 })
  expect(await channels(without)).toEqual(['mail'])
  await without.close()
})

test('the mailbox password stands in no answer, no log, no audit entry, and in the database only encrypted', async () => {
  const answers = [
    await change(),
    await tryOut(),
    await change({ port: 1, version: 1 }),
    await site.get(path, admin.headers),
    await site.get('/api/audit?pageSize=50', admin.headers),
    await site.get('/api/settings', admin.headers),
    await site.get('/api/account/data', admin.headers),
    await site.get('/', {}),
  ]
  expect(answers.slice(0, 4).map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const entries = await site.db.select({ changes: audit.changes }).from(audit)
  expect(entries.map(({ changes }) => changes)).toContainEqual({
    before: { mailPort: postbox.port },
    after: { mailPort: 1, mailPasswordChanged: true },
  })
  const { rows } = await site.pool.query(`select value ->> 'password' as password from setting where key = 'mail'`)
  const [{ password }] = rows as [{ password: string }]
  expect(password.startsWith('enc1.')).toBe(true)
  const everything = [...answers.map(({ text }) => text), site.logText(), JSON.stringify(entries), password].join('\n')
  expect(everything.includes(credentials.password)).toBe(false)
})

describe('the command line', () => {
  const portal = async (args: string[], SECRET_KEY = secretKey) => {
    const DATA_DIR = await mkdtemp(join(tmpdir(), 'lectern-mail-'))
    return runPortal(args, { DATABASE_URL: site.databaseUrl, DATA_DIR, SECRET_KEY })
  }

  test('sends its test mail by the same server', async () => {
    await change()
    const { ok } = await portal(['send-test-mail', 'wang@example.org'])
    expect([ok, postbox.mails.map(({ to, from }) => [to, from])]).toEqual([
      true,
      [['wang@example.org', 'contest@example.org']],
    ])
  })

  test.each([
    ['that mail is set in the office', secretKey, ['ok', 'by 127.0.0.1 (set in the office)']],
    [
      'of a key that is lost',
      'another key that is kept outside the database',
      ['failed', 'the password for 127.0.0.1 was encrypted with another key than SECRET_KEY'],
    ],
  ])('tells %s when it is asked how the site is', async (_, key, expected) => {
    await change()
    const { checks } = (await portal(['doctor', '--json'], key)) as unknown as {
      checks: { name: string; state: string; detail: string }[]
    }
    const { state, detail } = checks.find(({ name }) => name === 'mail')!
    expect([state, detail.split(/[;:]/)[0]]).toEqual(expected)
  })
})
