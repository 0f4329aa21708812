import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from './platform/database/connect.ts'
import { requestCode } from './testing/codes.ts'
import { easyProof } from './testing/proofs.ts'
import { eventually, startSite, type TestSite } from './testing/site.ts'
import { startPostbox, type Postbox } from './testing/smtp.ts'

// The whole way of a code: requested over HTTP, sent from the outbox by the job to a mail server or a gateway, and
// entered in the form.

interface Message {
  to: string
  text: string
}

let site: TestSite
let postbox: Postbox
const messages: Message[] = []
let answers: Promise<void> | undefined
const carrier = createServer(async (request: IncomingMessage, response) => {
  messages.push((await json(request)) as Message)
  await answers
  response.writeHead(202).end()
})

const startSending = () => {
  const { port } = carrier.address() as AddressInfo
  return startSite({
    withJobs: true,
    config: {
      demo: false,
      publicUrl: new URL('http://127.0.0.1:8000'),
      smtpUrl: postbox.url(),
      sms: { url: new URL(`http://127.0.0.1:${port}/send`), token: undefined, body: { to: '{to}', text: '{text}' } },
    },
  })
}

beforeAll(async () => {
  postbox = await startPostbox()
  carrier.listen(0, '127.0.0.1')
  await once(carrier, 'listening')
  site = await startSending()
})
afterAll(async () => {
  await site.close()
  await postbox.close()
  carrier.close()
})

const signUp = async (username: string, contact: string, code: string) => {
  const proof = await easyProof(site, 'signUp')
  const body = { username, password: 'blue lantern over water', contact, code, consents: [], proof }
  return site.call('POST', '/api/account/register', { body })
}

test('a code comes by mail, and signs up whoever read it', async () => {
  await requestCode(site, 'signUp', 'reader@example.org')
  const mail = await eventually(() => {
    expect(postbox.mails).toHaveLength(1)
    return postbox.mails[0]!
  })
  expect(mail.to).toBe('reader@example.org')
  const code = /\b\d{6}\b/.exec(mail.text)![0]
  expect((await signUp('reader', 'reader@example.org', code)).status).toBe(200)
  const { rows } = await site.pool.query('select state, secret from outbox where recipient = $1', [
    'reader@example.org',
  ])
  expect(rows).toEqual([{ state: 'sent', secret: null }])
})

test('a code comes by SMS, and signs up whoever read it', async () => {
  await requestCode(site, 'signUp', '138 0013 8000')
  const message = await eventually(() => {
    const received = messages.filter(({ to }) => to === '+8613800138000')
    expect(received).toHaveLength(1)
    return received[0]!
  })
  const code = /(?<!\d)\d{6}(?!\d)/.exec(message.text)![0]
  expect((await signUp('caller', '13800138000', code)).status).toBe(200)
})

test('a program that ends lets a message that is on its way arrive, and keeps that it did', async () => {
  const ending = await startSending()
  const answer = Promise.withResolvers<void>()
  answers = answer.promise
  await requestCode(ending, 'signUp', '139 0013 9000')
  await eventually(() => expect(messages.map(({ to }) => to)).toContain('+8613900139000'))
  const ended = ending.close()
  await eventually(() => expect(fetch(ending.url)).rejects.toThrow('fetch failed'))
  answer.resolve()
  answers = undefined
  await ended
  const { pool, close } = connect(ending.databaseUrl, () => undefined)
  const { rows } = await pool.query('select state, attempts from outbox')
  await close()
  expect(rows).toEqual([{ state: 'sent', attempts: 1 }])
})
