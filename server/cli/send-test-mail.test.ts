import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { runPortal } from '../testing/command.ts'
import { startPostbox, type Postbox } from '../testing/smtp.ts'

const credentials = { user: 'office', password: 'p@ss' }

let postbox: Postbox
beforeEach(async () => {
  postbox = await startPostbox({ credentials })
})
afterEach(() => postbox.close())

const sendTestMail = (args: string[], environment: Record<string, string> = {}) =>
  runPortal(['send-test-mail', ...args], {
    PUBLIC_URL: 'https://contest.example.org',
    SMTP_URL: postbox.url(credentials).href,
    ...environment,
  })

describe('send-test-mail', () => {
  test('sends one mail and says so', async () => {
    const { ok, lines } = await sendTestMail(['Wang@Example.org'])
    expect([ok, lines[0]]).toEqual([
      true,
      `127.0.0.1:${postbox.port} took the mail to wang@example.org. If it does not arrive, look into the spam folder.`,
    ])
    expect(postbox.mails.map(({ from, to, headers }) => [from, to, headers.subject])).toEqual([
      ['no-reply@contest.example.org', 'wang@example.org', 'Test email'],
    ])
  })

  test.each([
    [
      { SMTP_URL: '' },
      'No mail server is set: neither in the office (/Admin/Setting) nor by SMTP_URL=smtp://user:password@host:587',
    ],
    [{ SMTP_URL: 'smtp://127.0.0.1:1' }, '127.0.0.1:1: The sending server cannot be reached (ECONNREFUSED).'],
  ])('says what is wrong with %j', async (environment, line) => {
    const { ok, lines } = await sendTestMail(['wang@example.org'], environment)
    expect([ok, lines[0]]).toEqual([false, line])
  })

  test('says that the password is wrong, and repeats none', async () => {
    const url = postbox.url({ user: 'office', password: 'wrong-password' }).href
    const report = await sendTestMail(['wang@example.org'], { SMTP_URL: url })
    expect([report.ok, report.lines[0]]).toEqual([
      false,
      `127.0.0.1:${postbox.port}: The sending server refused the username or password (535).`,
    ])
    expect(JSON.stringify(report).includes('wrong-password')).toBe(false)
  })

  test('says that the recipient is refused, in JSON to who reads JSON', async () => {
    postbox.behave({ at: 'recipient', code: 550, words: 'unknown' })
    const { lines, ...report } = await sendTestMail(['wang@example.org', '--json'])
    expect(report).toEqual({
      ok: false,
      failure: 'recipient',
      error: `127.0.0.1:${postbox.port}: The sending server refused the recipient (550 unknown).`,
    })
    expect(lines[0]).toBe(report['error'])
  })

  test('wants an address', async () => {
    await expect(sendTestMail([])).rejects.toThrow(
      'Say the address: npm run portal -- send-test-mail <address> [--json]',
    )
    expect(await sendTestMail(['wang'])).toMatchObject({ ok: false, lines: ['wang is no e-mail address.'] })
    expect(postbox.mails).toEqual([])
  })
})
