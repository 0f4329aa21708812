import { defaultSettings } from '@lectern/contract/settings/settings.ts'
import { localize } from '@lectern/contract/localized.ts'
import { locales } from '@lectern/contract/locales.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Ctx } from '../../platform/context.ts'
import { connect } from '../../platform/database/connect.ts'
import { sql } from '../../platform/database/drizzle.ts'
import type { Carriers } from '../../platform/feature.ts'
import { createSmtpCarrier } from '../../platform/mail/smtp.ts'
import { after, fixedNow, startSite, type TestSite } from '../../testing/site.ts'
import { startPostbox, type Postbox } from '../../testing/smtp.ts'
import { createOutboxSender } from './sender.ts'
import { queueLetter, type Letter } from './service.ts'
import { outbox } from './tables.ts'
import { writeMail, type Letterhead } from './letter-text.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const head: Letterhead = {
  siteTitle: (locale) => localize(defaultSettings.title, locale).text,
  address: 'https://contest.example.org',
}

let site: TestSite
let postbox: Postbox
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())
beforeEach(async () => {
  site.clock.set(fixedNow)
  await site.db.delete(outbox)
  postbox = await startPostbox()
})
afterEach(() => postbox.close())

const carriersTo = (url = postbox.url()): Carriers => ({
  mail: createSmtpCarrier({ url, host: 'contest.example.org' }),
})

const senderFor = (carriers: Carriers = carriersTo(), { demo = false, db = site.db } = {}) => {
  const lines: string[] = []
  const log = { info: (line: string) => void lines.push(line), warn: (line: string) => void lines.push(line) }
  const failures: unknown[] = []
  const report = (error: unknown) => void failures.push(error)
  const sender = createOutboxSender({ ...head, db, clock: site.clock, carriers, demo, log, report })
  const sendAll = async (): Promise<void> => {
    await sender.run()
    await sender.settled()
  }
  return { lines, failures, sendAll, ...sender }
}

const queue = (letter: Partial<Letter> = {}) =>
  queueLetter({ db: site.db, now: site.clock.now() } as Ctx, {
    to: 'wang@example.org',
    locale: 'en-US',
    letter: 'invited',
    content: { username: 'wang' },
    ...letter,
  })

const code: Partial<Letter> = {
  letter: 'code',
  content: { purpose: 'signIn' },
  secret: { code: '123456' },
  expiresAt: after(10 * minute),
}

const rows = async () => {
  const { state, attempts, dueAt, sentAt, lastError, secret } = outbox
  return site.db.select({ state, attempts, dueAt, sentAt, lastError, secret }).from(outbox).orderBy(outbox.id)
}

describe('a letter that is due', () => {
  test('is sent once, and its secret is forgotten', async () => {
    await queue(code)
    const sender = senderFor()
    await sender.sendAll()
    await sender.sendAll()
    expect(postbox.mails.map(({ to, headers }) => [to, headers.subject])).toEqual([
      ['wang@example.org', 'Your code to sign in'],
    ])
    expect(await rows()).toEqual([
      { state: 'sent', attempts: 1, dueAt: after(2 * minute), sentAt: fixedNow, lastError: null, secret: null },
    ])
    expect(sender.lines).toEqual([])
  })

  test('waits while there is nobody to carry it, and expires with its secret', async () => {
    await queue({ ...code, to: '+8613800000000' })
    const sender = senderFor()
    await sender.sendAll()
    const waiting = { state: 'waiting', attempts: 0, dueAt: fixedNow, sentAt: null, lastError: null }
    expect(await rows()).toEqual([{ ...waiting, secret: { code: '123456' } }])
    site.clock.set(after(10 * minute - 1))
    await sender.sendAll()
    expect(await rows()).toEqual([{ ...waiting, secret: { code: '123456' } }])
    site.clock.set(after(10 * minute))
    await sender.sendAll()
    expect(await rows()).toEqual([{ ...waiting, state: 'expired', secret: null }])
    expect(sender.lines).toEqual([])
  })

  test.each(locales)('arrives in %s with both parts', async (locale) => {
    await queue({ ...code, locale })
    await senderFor().sendAll()
    const { subject, ...parts } = writeMail(
      { locale, letter: 'code', content: code.content!, secret: code.secret! },
      head,
    )
    expect(
      postbox.mails.map(({ headers, text, html }) => [headers.subject, headers['content-language'], { text, html }]),
    ).toEqual([[subject, locale, parts]])
    expect(postbox.mails[0]!.headers.from).toBe(`${head.siteTitle(locale)} <no-reply@contest.example.org>`)
  })

  test('by SMS goes to the carrier of short messages', async () => {
    const sent: unknown[] = []
    await queue({ ...code, to: '+8613800000000', locale: 'zh-CN' })
    await senderFor({ sms: { send: async ({ to, text }) => void sent.push([to, text]) } }).sendAll()
    const text = '【全国教学数字化大赛】验证码 123456，用于登录，10 分钟内有效。工作人员不会索要，请勿告诉他人。'
    expect(sent).toEqual([['+8613800000000', text]])
    expect((await rows()).map(({ state, secret }) => [state, secret])).toEqual([['sent', null]])
  })

  test('is not sent any more after its time, though it is the first thing the program does', async () => {
    await queue(code)
    site.clock.set(after(11 * minute))
    await senderFor().sendAll()
    expect([postbox.mails, (await rows()).map(({ state }) => state)]).toEqual([[], ['expired']])
  })
})

describe('a letter that cannot be sent', () => {
  test('is tried again after 1, 2, 4 … minutes and at most 6 hours, until its time is over', async () => {
    postbox.behave({ at: 'recipient', code: 450, words: 'busy' })
    await queue()
    const sender = senderFor()
    const pauses: number[] = []
    for (let left = 30; left > 0; left -= 1) {
      await sender.sendAll()
      const [{ state, dueAt }] = (await rows()) as [Awaited<ReturnType<typeof rows>>[0]]
      if (state !== 'waiting') break
      pauses.push((dueAt.getTime() - site.clock.now().getTime()) / minute)
      site.clock.set(new Date(dueAt.getTime() - 1))
      await sender.sendAll()
      expect((await rows())[0]!.dueAt).toEqual(dueAt)
      site.clock.set(dueAt)
    }
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, ...Array.from({ length: 10 }, () => 360)])
    expect((await rows()).map(({ state, attempts, lastError }) => [state, attempts, lastError])).toEqual([
      ['failed', 20, 'recipient: 450 busy'],
    ])
    expect(site.clock.now() < after(3 * day)).toBe(true)
  })

  test('is sent when the trouble is over', async () => {
    postbox.behave('drop')
    await queue(code)
    const sender = senderFor()
    await sender.sendAll()
    expect((await rows()).map(({ state, lastError }) => [state, lastError])).toEqual([
      ['waiting', 'interrupted: ECONNECTION'],
    ])
    postbox.behave('take')
    site.clock.set(after(minute))
    await sender.sendAll()
    expect(postbox.mails.map(({ to }) => to)).toEqual(['wang@example.org'])
    expect(await rows()).toEqual([
      { state: 'sent', attempts: 2, dueAt: after(3 * minute), sentAt: after(minute), lastError: null, secret: null },
    ])
  })

  test('fails at once when its recipient is refused for good, and repeats no secret', async () => {
    postbox.behave({ at: 'content', code: 550, words: 'no 123456 for wang@example.org' })
    await queue(code)
    const sender = senderFor()
    await sender.sendAll()
    expect(await rows()).toEqual([
      {
        state: 'failed',
        attempts: 1,
        dueAt: after(2 * minute),
        sentAt: null,
        lastError: 'content: 550 no • for wang@example.org',
        secret: null,
      },
    ])
    expect(sender.lines.map((line) => line.replace(/letter \S+:/, 'letter …:'))).toEqual([
      'letter …: content; given up',
    ])
  })

  test('fails at once when nobody can write it', async () => {
    await queue({ letter: 'code', content: {}, secret: { code: '123456' } })
    await senderFor().sendAll()
    expect((await rows()).map(({ state, lastError }) => [state, lastError])).toEqual([
      ['failed', 'unwritable: letter.code.subject'],
    ])
  })

  test('does not keep others from being sent', async () => {
    await queue({ letter: 'code', content: {} })
    await queue({ to: 'li@example.org' })
    await senderFor().sendAll()
    expect(postbox.mails.map(({ to }) => to)).toEqual(['li@example.org'])
  })
})

describe('a program that dies between sending and saying so', () => {
  /** Sends, and never returns. */
  const exitWhileSending = async (): Promise<void> => {
    const { mail } = carriersTo()
    const { promise: sent, resolve } = Promise.withResolvers<void>()
    const ending = senderFor({
      mail: {
        send: async (letter) => {
          await mail!.send(letter)
          resolve()
          await new Promise(() => undefined)
        },
      },
    })
    void ending.run()
    await sent
  }

  test('leaves the letter alone for the lease, then it goes out with the same id', async () => {
    await queue(code)
    await exitWhileSending()
    const sender = senderFor()
    site.clock.set(after(2 * minute - 1))
    await sender.sendAll()
    expect(postbox.mails.length).toBe(1)
    site.clock.set(after(2 * minute))
    await sender.sendAll()
    const ids = postbox.mails.map(({ headers }) => headers['message-id'])
    expect([ids.length, new Set(ids).size]).toEqual([2, 1])
    expect((await rows()).map(({ state, attempts }) => [state, attempts])).toEqual([['sent', 2]])
  })

  test('a mail server that takes the mail and dies is asked again with the same id', async () => {
    postbox.behave('takeAndDrop')
    await queue()
    const sender = senderFor()
    await sender.sendAll()
    postbox.behave('take')
    site.clock.set(after(minute))
    await sender.sendAll()
    const ids = postbox.mails.map(({ headers }) => headers['message-id'])
    expect([ids.length, new Set(ids).size]).toEqual([2, 1])
  })
})

test('two programs on one database send 50 letters once each', async () => {
  const other = connect(site.databaseUrl, () => undefined)
  try {
    const recipients = Array.from({ length: 50 }, (_, position) => `p${String(position).padStart(2, '0')}@example.org`)
    for (const to of recipients) await queue({ to })
    const sent: string[][] = [[], []]
    const senders = [site.db, other.db].map((db, program) =>
      senderFor({ mail: { send: async ({ to }) => void sent[program]!.push(to) } }, { db }),
    )
    await Promise.all(senders.map((sender) => sender.sendAll()))
    expect(sent.flat().sort()).toEqual(recipients)
    expect(sent.map(({ length }) => length > 0)).toEqual([true, true])
    expect((await rows()).every(({ state, attempts }) => state === 'sent' && attempts === 1)).toBe(true)
  } finally {
    await other.close()
  }
})

describe('a letter that takes long', () => {
  /** Delays mails until they are released, and records each letter sent. */
  const slowMails = () => {
    const left: string[] = []
    const letGo: (() => void)[] = []
    const sms = Promise.withResolvers<void>()
    const carriers: Carriers = {
      mail: {
        send: async ({ to }) => {
          await new Promise<void>((resolve) => letGo.push(resolve))
          left.push(to)
        },
      },
      sms: {
        send: async ({ to }) => {
          left.push(to)
          sms.resolve()
        },
      },
    }
    return { left, letGo, smsLeft: sms.promise, sender: senderFor(carriers) }
  }
  const phone = '+8613800000000'

  test('does not keep a later one waiting', async () => {
    const { left, letGo, smsLeft, sender } = slowMails()
    await queue()
    await sender.run()
    await queue({ ...code, to: phone })
    await sender.run()
    await smsLeft
    expect(left).toEqual([phone])
    letGo.forEach((go) => go())
    await sender.settled()
    expect(left).toEqual([phone, 'wang@example.org'])
    expect((await rows()).map(({ state, attempts }) => [state, attempts])).toEqual([
      ['sent', 1],
      ['sent', 1],
    ])
  })

  test('keeps a later one waiting while as many are under way as may be, and until the first of them has left', async () => {
    const { left, letGo, smsLeft, sender } = slowMails()
    for (let count = 0; count < 4; count += 1) await queue()
    const run = sender.run()
    await expect.poll(() => letGo.length).toBe(4)
    await queue({ ...code, to: phone })
    letGo[0]!()
    await smsLeft
    await run
    expect(left).toEqual(['wang@example.org', phone])
    letGo.forEach((go) => go())
    await sender.settled()
    expect((await rows()).map(({ state, attempts }) => [state, attempts])).toEqual(
      Array.from({ length: 5 }, () => ['sent', 1]),
    )
  })

  test('is waited for when the sender is stopped, and nothing else leaves', async () => {
    const { left, letGo, sender } = slowMails()
    await queue()
    await sender.run()
    sender.stop()
    let isSettled = false
    const settled = sender.settled().then(() => (isSettled = true))
    await queue({ ...code, to: phone })
    await sender.run()
    expect([isSettled, left]).toEqual([false, []])
    letGo.forEach((go) => go())
    await settled
    expect(left).toEqual(['wang@example.org'])
    expect((await rows()).map(({ state, attempts }) => [state, attempts]).sort()).toEqual([
      ['sent', 1],
      ['waiting', 0],
    ])
  })
})

test('a letter whose fate cannot be written down is reported, and the others are sent', async () => {
  const others = Array.from({ length: 9 }, (_, position) => `p${position}@example.org`)
  for (const to of ['wang@example.org', ...others]) await queue({ to })
  await site.db.execute(
    sql`alter table outbox add constraint unmarked check (state <> 'sent' or recipient <> 'wang@example.org')`,
  )
  try {
    const sender = senderFor()
    await sender.sendAll()
    expect(postbox.mails.map(({ to }) => to).sort()).toEqual([...others, 'wang@example.org'])
    expect((await rows()).map(({ state }) => state).sort()).toEqual([...others.map(() => 'sent'), 'waiting'])
    expect(sender.failures).toMatchObject([{ cause: { constraint: 'unmarked' } }])
  } finally {
    await site.db.execute(sql`alter table outbox drop constraint unmarked`)
  }
})

test('a run that is stopped ends after the letters under way', async () => {
  for (let count = 0; count < 20; count += 1) await queue()
  const sender = senderFor({ mail: { send: async () => sender.stop() } })
  await sender.sendAll()
  const left = (await rows()).filter(({ state }) => state === 'waiting')
  expect(left.length).toBe(16)
  expect(left.every(({ attempts }) => attempts === 0)).toBe(true)
})

describe('the demo', () => {
  test('tells each new code once in the log, and sends nothing', async () => {
    await queue({ ...code, secret: { code: '000000' } })
    site.clock.set(after(1))
    const sender = senderFor({}, { demo: true })
    await queue({ ...code, to: '+8613800000000' })
    await queue({ to: 'li@example.org' })
    await sender.sendAll()
    await sender.sendAll()
    expect(sender.lines.sort()).toEqual([
      'demo: nothing is sent; for +8613800000000: code 123456',
      'demo: nothing is sent; for li@example.org: invited',
    ])
    expect((await rows()).map(({ state, attempts }) => [state, attempts])).toEqual(
      Array.from({ length: 3 }, () => ['waiting', 0]),
    )
  })

  test('is the only place where codes are told', async () => {
    const sender = senderFor({})
    await queue(code)
    await sender.sendAll()
    expect(sender.lines).toEqual([])
  })
})
