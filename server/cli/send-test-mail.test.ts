import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startProgram } from '../testing/program.ts'
import { startPostbox, type Postbox } from '../testing/smtp.ts'

const credentials = { user: 'office', password: 'p@ss' }

let postbox: Postbox
beforeEach(async () => {
  postbox = await startPostbox({ credentials })
})
afterEach(() => postbox.close())

const sendTestMail = (args: string[], environment: Record<string, string> = {}) =>
  startProgram('cli.ts', ['send-test-mail', ...args], {
    PUBLIC_URL: 'https://contest.example.org',
    SMTP_URL: postbox.url(credentials).href,
    ...environment,
  }).ended

describe('send-test-mail', () => {
  test('sends one mail and says so', async () => {
    const { code, stdout, stderr } = await sendTestMail(['Wang@Example.org'])
    expect([code, stderr, stdout.split('\n')[0]]).toEqual([
      0,
      '',
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
    const { code, stdout } = await sendTestMail(['wang@example.org'], environment)
    expect([code, stdout.split('\n')[0]]).toEqual([1, line])
  })

  test('says that the password is wrong, and repeats none', async () => {
    const url = postbox.url({ user: 'office', password: 'wrong-password' }).href
    const { code, stdout, stderr } = await sendTestMail(['wang@example.org'], { SMTP_URL: url })
    expect([code, stdout.split('\n')[0]]).toEqual([
      1,
      `127.0.0.1:${postbox.port}: The sending server refused the username or password (535).`,
    ])
    expect((stdout + stderr).includes('wrong-password')).toBe(false)
  })

  test('says that the recipient is refused, in JSON to who reads JSON', async () => {
    postbox.behave({ at: 'recipient', code: 550, words: 'unknown' })
    const { code, stdout } = await sendTestMail(['wang@example.org', '--json'])
    expect([code, JSON.parse(stdout)]).toEqual([
      1,
      {
        ok: false,
        failure: 'recipient',
        error: `127.0.0.1:${postbox.port}: The sending server refused the recipient (550 unknown).`,
      },
    ])
  })

  test('wants an address', async () => {
    const [none, wrong] = await Promise.all([sendTestMail([]), sendTestMail(['wang'])])
    expect([none.code, none.stderr.split('\n')[0]]).toEqual([
      1,
      'Lectern · Say the address: npm run portal -- send-test-mail <address> [--json]',
    ])
    expect([wrong.code, wrong.stdout]).toEqual([1, 'wang is no e-mail address.\n'])
    expect(postbox.mails).toEqual([])
  })
})
