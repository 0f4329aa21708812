import { createServer } from 'node:net'
import { once } from 'node:events'
import { afterEach, describe, expect, test } from 'vitest'
import { startPostbox, type Manners, type Postbox } from '../../testing/smtp.ts'
import { createSmtpCarrier, type Mail } from './smtp.ts'

let postbox: Postbox
afterEach(() => postbox.close())

const mail: Mail = {
  id: '0196f0b5-0000-7000-8000-000000000001',
  to: 'wang@example.org',
  senderName: '全国教学数字化大赛',
  locale: 'zh-CN',
  subject: '登录验证码',
  text: '您好！\n\n123456',
  html: '<p>您好！</p>',
}

const carrierTo = (url: URL, patienceMilliseconds?: number) =>
  createSmtpCarrier({ url, host: 'contest.example.org', ...(patienceMilliseconds && { patienceMilliseconds }) })

describe('a mail', () => {
  test('arrives with both parts and with headers that say what it is', async () => {
    postbox = await startPostbox()
    await carrierTo(postbox.url()).send(mail)
    const [{ headers, headerNames, ...received }, ...others] = postbox.mails as [Postbox['mails'][0]]
    expect(others).toEqual([])
    expect(received).toEqual({
      from: 'no-reply@contest.example.org',
      to: 'wang@example.org',
      encrypted: true,
      text: '您好！\n\n123456',
      html: '<p>您好！</p>',
    })
    const { date, 'content-type': type, ...rest } = headers
    expect([Number.isNaN(Date.parse(date!)), type!.split(';')[0]]).toEqual([false, 'multipart/alternative'])
    expect(rest).toEqual({
      from: '全国教学数字化大赛 <no-reply@contest.example.org>',
      to: 'wang@example.org',
      subject: '登录验证码',
      'message-id': '<0196f0b5-0000-7000-8000-000000000001@contest.example.org>',
      'auto-submitted': 'auto-generated',
      'x-auto-response-suppress': 'All',
      'content-language': 'zh-CN',
      'mime-version': '1.0',
    })
    expect(headerNames.length).toBe(Object.keys(headers).length)
  })

  test.each([
    ['mail@contest.example.org', 'mail@contest.example.org', '全国教学数字化大赛 <mail@contest.example.org>'],
    ['Office <mail@contest.example.org>', 'mail@contest.example.org', 'Office <mail@contest.example.org>'],
  ])('comes from %s if the operator says so', async (from, envelope, header) => {
    postbox = await startPostbox()
    await carrierTo(postbox.url({ from })).send(mail)
    expect(postbox.mails.map((received) => [received.from, received.headers.from])).toEqual([[envelope, header]])
  })

  test('is sent after signing in, with whatever characters the password has', async () => {
    const credentials = { user: 'office', password: 'p@ss:/wörd' }
    postbox = await startPostbox({ credentials })
    await carrierTo(postbox.url(credentials)).send(mail)
    expect(postbox.mails.map(({ user, encrypted }) => [user, encrypted])).toEqual([['office', true]])
  })

  test('is sent over a connection that is encrypted from the first byte', async () => {
    postbox = await startPostbox({ secure: true })
    await carrierTo(postbox.url()).send(mail)
    expect(postbox.mails.map(({ encrypted, to }) => [encrypted, to])).toEqual([[true, 'wang@example.org']])
  })

  test('cannot gain headers or recipients from text of others', async () => {
    postbox = await startPostbox()
    const evil = 'A\r\nBcc: victim@example.org\r\n\r\n<script>alert(1)</script>'
    await carrierTo(postbox.url()).send({ ...mail, subject: evil, senderName: evil })
    const [{ headers, headerNames, to, text }] = postbox.mails as [Postbox['mails'][0]]
    const flat = 'A Bcc: victim@example.org <script>alert(1)</script>'
    expect([headers.subject, headers.bcc, to, text]).toEqual([flat, undefined, 'wang@example.org', mail.text])
    expect(headers.from).toBe(`"${flat}" <no-reply@contest.example.org>`)
    expect(headerNames.filter((name) => name === 'subject' || name === 'from')).toEqual(['from', 'subject'])
  })

  test('is not sent to an address that holds a line break', async () => {
    postbox = await startPostbox()
    const to = 'a@example.org>\r\nRCPT TO:<victim@example.org'
    await expect(carrierTo(postbox.url()).send({ ...mail, to })).rejects.toMatchObject({ isFinal: true })
    expect(postbox.mails).toEqual([])
  })
})

describe('a mail that is not taken', () => {
  const failure = async (manners: Manners, patienceMilliseconds?: number) => {
    postbox = await startPostbox()
    postbox.behave(manners)
    const error = await carrierTo(postbox.url(), patienceMilliseconds)
      .send(mail)
      .catch((thrown: unknown) => thrown)
    const { failure: name, detail, isFinal } = error as { failure: string; detail: string; isFinal: boolean }
    return [name, detail, isFinal]
  }

  test.each<[string, Manners, unknown[]]>([
    [
      'an unknown recipient is final',
      { at: 'recipient', code: 550, words: '5.1.1 unknown' },
      ['recipient', '550 5.1.1 unknown', true],
    ],
    [
      'a full mailbox is not',
      { at: 'recipient', code: 452, words: '4.2.2 full' },
      ['recipient', '452 4.2.2 full', false],
    ],
    ['refused content is final', { at: 'content', code: 554, words: 'spam' }, ['content', '554 spam', true]],
    ['a refused sender can be mended', { at: 'sender', code: 550, words: 'not you' }, ['sender', '550 not you', false]],
    ['a connection that breaks off', 'drop', ['interrupted', 'ECONNECTION', false]],
  ])('%s', async (_, manners, expected) => {
    expect(await failure(manners)).toEqual(expected)
  })

  test('does not wait for ever for a silent server', async () => {
    expect(await failure('silent', 200)).toEqual(['timeout', 'ETIMEDOUT', false])
  })

  test('tells nothing of a refused password but the number', async () => {
    postbox = await startPostbox({ credentials: { user: 'office', password: 'right' } })
    const url = postbox.url({ user: 'office', password: 'wrong-password' })
    await expect(carrierTo(url).send(mail)).rejects.toMatchObject({ message: 'signIn: 535', isFinal: false })
  })

  test('says that nobody listens', async () => {
    postbox = await startPostbox()
    const free = createServer().listen(0, '127.0.0.1')
    await once(free, 'listening')
    const { port } = free.address() as { port: number }
    free.close()
    await once(free, 'close')
    const url = new URL(`smtp://127.0.0.1:${port}`)
    await expect(carrierTo(url).send(mail)).rejects.toMatchObject({ message: 'unreachable: ECONNREFUSED' })
  })

  test('is not handed over in the clear when encryption was asked for', async () => {
    postbox = await startPostbox({ plain: true })
    const url = new URL(`smtps://127.0.0.1:${postbox.port}`)
    await expect(carrierTo(url).send(mail)).rejects.toMatchObject({ failure: 'encryption' })
    expect(postbox.mails).toEqual([])
  })
})
