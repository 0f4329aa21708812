import type { OutboxId } from '@lectern/contract/ids.ts'
import { listOutbox, type OutboxMessage } from '@lectern/contract/outbox/outbox.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Ctx } from '../../platform/context.ts'
import { newId } from '../../platform/ids.ts'
import { createSmtpCarrier } from '../../platform/mail/smtp.ts'
import { createPerson, type TestPerson } from '../../testing/people.ts'
import { after, fixedNow, startSite, type TestSite } from '../../testing/site.ts'
import { startPostbox, type Postbox } from '../../testing/smtp.ts'
import { audit } from '../audit/tables.ts'
import { createOutboxSender } from './sender.ts'
import { queueLetter, type Letter } from './service.ts'
import { outbox } from './tables.ts'

const head = { siteTitle: () => 'Contest', address: 'https://contest.example.org' }

let site: TestSite
let demo: TestSite
let postbox: Postbox
let admin: TestPerson
let user: TestPerson
beforeAll(async () => {
  site = await startSite({ config: { demo: false, smtpUrl: new URL('smtp://127.0.0.1:1') } })
  demo = await startSite({ databaseUrl: site.databaseUrl, config: { smtpUrl: new URL('smtp://127.0.0.1:1') } })
  postbox = await startPostbox()
  admin = await createPerson(site, { access: 'admin' })
  user = await createPerson(site)
})
afterAll(() => Promise.all([site.close(), demo.close(), postbox.close()]))
beforeEach(async () => {
  site.clock.set(fixedNow)
  postbox.behave('take')
  postbox.mails.length = 0
  await site.db.delete(outbox)
})

const queue = (letter: Partial<Letter> = {}) =>
  queueLetter({ db: site.db, now: site.clock.now() } as Ctx, {
    to: 'wang@example.org',
    locale: 'en-US',
    letter: 'invited',
    content: { username: 'wang' },
    ...letter,
  })

const send = async () => {
  const sender = createOutboxSender({
    ...head,
    db: site.db,
    clock: site.clock,
    carriers: { mail: createSmtpCarrier({ url: postbox.url(), host: 'contest.example.org' }) },
    demo: false,
    log: { info: () => undefined, warn: () => undefined },
    report: (error) => expect.unreachable(String(error)),
  })
  await sender.run()
  await sender.settled()
}

const read = async (query = '', on = site, headers = {}) =>
  (await on.get(`/api/outbox${query}`, { ...admin.headers, ...headers })).data(listOutbox)

const again = (id: string, headers: Record<string, string> = admin.headers) =>
  site.call('POST', `/api/outbox/${id}/again`, { headers })

describe('the list', () => {
  test('is for organisers only', async () => {
    const visitor = await site.get('/api/outbox')
    const other = await site.get('/api/outbox', user.headers)
    expect([visitor.status, other.status]).toEqual([401, 403])
  })

  test.each(['?state=lost', '?channel=pigeon', '?pageSize=101', '?other=1'])('refuses %s', async (query) => {
    expect((await site.get(`/api/outbox${query}`, admin.headers)).status).toBe(422)
  })

  test('tells everything about a letter, but not its code', async () => {
    await queue({ letter: 'code', content: { purpose: 'signIn' }, secret: { code: '123456' } })
    const answer = await site.get('/api/outbox', admin.headers)
    const { list, ...page } = answer.data(listOutbox)
    expect(page).toEqual({ total: 1, page: 1, pageSize: 10, withheld: 0, channels: ['mail'] })
    const [{ id, text, ...message }] = list as [OutboxMessage]
    expect(message).toEqual({
      channel: 'mail',
      recipient: 'wang@example.org',
      subject: 'Your code to sign in',
      state: 'waiting',
      attempts: 0,
      createdAt: fixedNow.toISOString(),
      dueAt: fixedNow.toISOString(),
      sentAt: null,
      lastError: null,
    })
    expect([id.length, text.split('\n\n')[2], answer.text.includes('123456')]).toEqual([36, '••••••', false])
  })

  test('shows a code in the demo, as long as it is there', async () => {
    await queue({ letter: 'code', content: { purpose: 'signIn' }, secret: { code: '123456' } })
    await queue({ to: '+8613800000000', letter: 'code', content: { purpose: 'signIn' }, secret: { code: '654321' } })
    const texts = async () => (await read('', demo)).list.map(({ text }) => /\b\d{6}\b|•+/.exec(text)?.[0]).sort()
    expect(await texts()).toEqual(['123456', '654321'])
    await send()
    expect(await texts()).toEqual(['654321', '••••••'])
  })

  test('is newest first, by page, state and channel', async () => {
    for (const position of [1, 2, 3]) {
      site.clock.set(after(position))
      await queue({ to: `p${position}@example.org` })
    }
    await queue({ to: '+8613800000000' })
    site.clock.set(after(10))
    await send()
    const found = async (query: string) => {
      const { list, total } = await read(query)
      return [total, list.map(({ recipient }) => recipient)]
    }
    expect(await found('?channel=mail&pageSize=2')).toEqual([3, ['p3@example.org', 'p2@example.org']])
    expect(await found('?channel=mail&pageSize=2&page=2')).toEqual([3, ['p1@example.org']])
    expect(await found('?state=waiting')).toEqual([1, ['+8613800000000']])
    expect(await found('?state=sent&channel=sms')).toEqual([0, []])
  })

  test('says why a letter failed in the language of who reads it', async () => {
    postbox.behave({ at: 'recipient', code: 550, words: 'unknown' })
    await queue()
    await send()
    const reasons = async (language: string) =>
      (await read('', site, { 'accept-language': language })).list[0]!.lastError
    expect([await reasons('en-US'), await reasons('zh-CN')]).toEqual([
      'The sending server refused the recipient (550 unknown)',
      '发送服务器拒绝了收件人（550 unknown）',
    ])
  })

  test('holds a letter that nobody can write', async () => {
    await queue({ content: {} })
    expect((await read()).list.map(({ subject, text }) => [subject, text])).toEqual([['invited', '']])
  })
})

describe('sending again', () => {
  const failOnce = async (letter: Partial<Letter> = {}): Promise<OutboxId> => {
    postbox.behave({ at: 'recipient', code: 550, words: 'unknown' })
    await queue(letter)
    await send()
    postbox.behave('take')
    return (await read()).list[0]!.id
  }

  test('is for organisers only', async () => {
    const id = await failOnce()
    const answers = [await again(id, {}), await again(id, user.headers)]
    expect(answers.map(({ status }) => status)).toEqual([401, 403])
    expect((await read()).list.map(({ state }) => state)).toEqual(['failed'])
  })

  test('refuses what is no id, and what is not there', async () => {
    const answers = [await again('x'), await again(newId())]
    expect(answers.map((answer) => [answer.status, answer.failure().error])).toEqual([
      [422, 'request.invalid'],
      [404, 'outbox.notFound'],
    ])
  })

  test('gives a letter that failed another three days, and says so in the log', async () => {
    const id = await failOnce()
    site.clock.set(after(86_400_000))
    expect((await again(id)).status).toBe(200)
    const [row] = await site.db.select().from(outbox)
    expect([row!.state, row!.attempts, row!.dueAt, row!.expiresAt, row!.lastError]).toEqual([
      'waiting',
      0,
      after(86_400_000),
      after(4 * 86_400_000),
      null,
    ])
    await send()
    expect(postbox.mails.map(({ to }) => to)).toEqual(['wang@example.org'])
    const { action, actorId, subjectKind, subjectId, changes } = audit
    const logged = await site.db.select({ action, actorId, subjectKind, subjectId, changes }).from(audit)
    expect(logged.filter((entry) => entry.subjectId === id)).toEqual([
      {
        action: 'outbox.retried',
        actorId: admin.id,
        subjectKind: 'outbox',
        subjectId: id,
        changes: { before: { state: 'failed' }, after: { state: 'waiting' } },
      },
    ])
  })

  test('refuses a letter that has not failed', async () => {
    const id = await failOnce()
    const answers = await Promise.all([again(id), again(id)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const late = await again(id)
    expect([late.status, late.failure().error]).toEqual([409, 'outbox.notFailed'])
  })

  test('refuses a code, which is forgotten', async () => {
    const id = await failOnce({ letter: 'code', content: { purpose: 'signIn' }, secret: { code: '123456' } })
    const answer = await again(id)
    expect([answer.status, answer.failure().error]).toEqual([409, 'outbox.outdated'])
  })
})

describe('searching the outbox', () => {
  const found = async (query: string): Promise<string[]> => {
    const answer = await site.get(`/api/outbox?${query}`, admin.headers)
    return answer.data(listOutbox).list.map(({ recipient }) => recipient)
  }

  test('finds letters by recipient, by what they are about, and by their usual subject in any language', async () => {
    await queue({ to: 'li.na@example.org', letter: 'notice', content: { title: '报名已通过', body: '…' } })
    await queue({ to: '+8613800001234', letter: 'code', content: { purpose: 'signIn' }, secret: { code: '123456' } })
    await queue({ to: 'zhao@example.org' })
    expect(await found('search=li.na')).toEqual(['li.na@example.org'])
    expect(await found('search=1380000')).toEqual(['+8613800001234'])
    expect(await found(`search=${encodeURIComponent('通过')}`)).toEqual(['li.na@example.org'])
    expect(await found(`search=${encodeURIComponent('登录验证码')}`)).toEqual(['+8613800001234'])
    expect(await found('search=example.org&state=sent')).toEqual([])
    expect(await found('search=123456')).toEqual([])
  })
})
