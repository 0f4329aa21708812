import {
  answerMessage,
  listMessages,
  moveMessage,
  readMessage,
  sendMessage,
  type Message,
} from '@lectern/contract/contact-messages/contact-messages.ts'
import { listOutbox } from '@lectern/contract/outbox/outbox.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eq } from '../../platform/database/drizzle.ts'
import { createPerson, type TestPerson } from '../../testing/people.ts'
import { askedStep, easyProof, refusal } from '../../testing/proofs.ts'
import { after, fixedNow, startSite, type Answer, type TestSite } from '../../testing/site.ts'
import { audit } from '../audit/tables.ts'
import { notice } from '../notices/tables.ts'
import { outbox } from '../outbox/tables.ts'

let site: TestSite
let admin: TestPerson
beforeAll(async () => {
  site = await startSite()
  admin = await createPerson(site, { access: 'admin', email: 'office@example.org' })
})
afterAll(() => site.close())
beforeEach(async () => {
  site.clock.set(fixedNow)
  await site.pool.query('truncate message, outbox, notice, throttle, idempotency cascade')
})

const path = '/api/messages'
const written = {
  name: '何思齐',
  contact: 'He@Example.org',
  subject: '外省教师',
  body: '外省教师可以报名吗？\n\n谢谢！',
}

interface Sending {
  headers?: Record<string, string>
  body?: Record<string, unknown>
}

const send = async ({ headers = {}, body = {} }: Sending = {}): Promise<Answer> =>
  site.call('POST', path, {
    headers: { 'accept-language': 'zh-CN', ...headers },
    body: { ...written, proof: await easyProof(site, 'message'), ...body },
  })

const referenceOf = (answer: Answer): string => answer.data(sendMessage).reference

const list = async (query = '') => (await site.get(path + query, admin.headers)).data(listMessages)

/** A new message. */
const received = async (sending: Sending = {}): Promise<Message> => {
  const reference = referenceOf(await send(sending))
  const found = (await list(`?search=${reference}`)).list[0]!
  return (await site.get(`${path}/${found.id}`, admin.headers)).data(readMessage)
}

const answer = (id: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
  site.call('POST', `${path}/${id}/answers`, { headers: { ...admin.headers, ...headers }, body })

const move = (id: string, body: unknown): Promise<Answer> =>
  site.call('PUT', `${path}/${id}/state`, { headers: admin.headers, body })

/** What the log says was done to a message. */
const actions = (id: string) =>
  site.db
    .select({ action: audit.action, changes: audit.changes })
    .from(audit)
    .where(eq(audit.subjectId, id))
    .orderBy(audit.id)

describe('writing to the organisers', () => {
  test('a visitor gets a reference, and the organisers are notified, also by mail', async () => {
    const sent = await send()
    expect([sent.status, referenceOf(sent)]).toEqual([200, expect.stringMatching(/^[A-Z2-9]{8}$/)])
    const reference = referenceOf(sent)
    const { list: messages } = await list()
    expect(messages).toEqual([
      {
        id: messages[0]!.id,
        reference,
        name: '何思齐',
        contact: 'he@example.org',
        subject: '外省教师',
        state: 'new',
        createdAt: fixedNow.toISOString(),
      },
    ])
    const { audience, accountId: account, kind, title, body, link } = notice
    const sentNotices = await site.db.select({ audience, account, kind, title, body, link }).from(notice)
    expect(sentNotices.map((row) => ({ ...row, title: row.title['zh-CN'], body: row.body['zh-CN'] }))).toEqual([
      {
        audience: 'account',
        account: admin.id,
        kind: 'contest',
        title: '收到新留言：外省教师',
        body: `受理编号 ${reference}，请及时回复。`,
        link: `/Admin/Message/${messages[0]!.id}`,
      },
    ])
    const letters = await site.db.select({ to: outbox.recipient, letter: outbox.letter }).from(outbox)
    expect(letters).toEqual([{ to: 'office@example.org', letter: 'notice' }])
    expect(await actions(messages[0]!.id)).toEqual([
      { action: 'message.received', changes: { before: null, after: { reference } } },
    ])
  })

  test('problems of all fields are reported at once, and nothing is stored', async () => {
    const refused = await send({ body: { name: ' ', contact: 'nowhere', subject: 'a\r\nBcc: b@c.de', body: '\u200b' } })
    expect(refusal(refused)).toEqual({
      status: 422,
      error: 'request.invalid',
      at: ['name', 'contact', 'subject', 'body'],
    })
    expect(refusal(await send({ body: { state: 'closed' } }))).toEqual({
      status: 422,
      error: 'request.invalid',
      at: ['state'],
    })
    expect((await list()).total).toBe(0)
  })

  test('without a proof of work nothing is taken, and one proof is good for one message', async () => {
    expect(refusal(await send({ body: { proof: await easyProof(site, 'signUp') } }))).toEqual({
      status: 422,
      error: 'proof.refused',
    })
    const proof = await easyProof(site, 'message')
    expect((await send({ body: { proof } })).status).toBe(200)
    expect(refusal(await send({ body: { proof, subject: '另一件事' } }))).toEqual({
      status: 422,
      error: 'proof.refused',
    })
    expect((await list()).total).toBe(1)
  })

  test('the same key twenty times is one message and twenty equal answers', async () => {
    const headers = { 'idempotency-key': 'one-and-the-same' }
    const proofs = await Promise.all(Array.from({ length: 20 }, () => easyProof(site, 'message')))
    const answers = await Promise.all(proofs.map((proof) => send({ headers, body: { proof } })))
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(answers[0]!.status).toBe(200)
    expect((await list()).total).toBe(1)
    // Also with the proof that the first one has used up.
    expect((await send({ headers, body: { proof: proofs[0] } })).text).toBe(answers[0]!.text)
    expect(refusal(await send({ headers, body: { subject: '另一件事' } }))).toEqual({
      status: 422,
      error: 'request.keyReused',
    })
  })

  test('a network that writes much works harder, and is stopped at sixty until time has passed', async () => {
    expect(await askedStep(site, 'message')).toBe(0)
    for (let count = 1; count <= 60; count += 1) expect((await send()).status).toBe(200)
    expect(await askedStep(site, 'message')).toBe(1)
    expect(refusal(await send())).toEqual({ status: 429, error: 'message.tooMany', params: { minutes: 1 } })
    expect((await list()).total).toBe(60)
    site.clock.set(after(60_000))
    expect((await send()).status).toBe(200)
  })

  test('what a user wrote while signed in is exported with their data', async () => {
    const person = await createPerson(site, { email: 'he@example.org' })
    await send({ headers: person.headers })
    const { list: messages } = await list()
    const shown = (await site.get(`${path}/${messages[0]!.id}`, admin.headers)).data(readMessage)
    expect(shown.sender).toEqual({ uid: person.id, username: person.username })
    const exported = (await site.get('/api/account/data', person.headers)).json() as { messages: unknown[] }
    expect(exported.messages).toEqual([
      {
        reference: shown.reference,
        ...written,
        contact: 'he@example.org',
        state: 'new',
        createdAt: fixedNow.toISOString(),
      },
    ])
  })
})

describe('the list', () => {
  test('is filtered by state, day and words, in either order', async () => {
    const first = await received()
    site.clock.set(after(86_400_000))
    const second = await received({
      body: { name: 'Ana', contact: '138 0013 8000', subject: 'Visa letter', body: 'Please' },
    })
    const found = async (query: string) => (await list(query)).list.map(({ id }) => id)
    expect(await found('')).toEqual([second.id, first.id])
    expect(await found('?sort=createdAt')).toEqual([first.id, second.id])
    expect(await found(`?from=${after(1).toISOString()}`)).toEqual([second.id])
    expect(await found(`?to=${fixedNow.toISOString()}`)).toEqual([first.id])
    for (const words of ['思齐', 'he@example.org', '外省', first.reference.toLowerCase()])
      expect(await found(`?search=${encodeURIComponent(words)}`)).toEqual([first.id])
    for (const words of ['13800138000', 'visa', 'please']) expect(await found(`?search=${words}`)).toEqual([second.id])
    await move(first.id, { version: 1, state: 'closed' })
    expect([await found('?state=closed'), await found('?state=new')]).toEqual([[first.id], [second.id]])
  })

  test('asks the database as often for one message as for many', async () => {
    const count = async (): Promise<number> => {
      const before = site.statements.length
      await list('?pageSize=30')
      return site.statements.length - before
    }
    await send()
    const forOne = await count()
    for (let more = 1; more < 30; more += 1) await send()
    expect([forOne, (await list('?pageSize=30')).list.length]).toEqual([await count(), 30])
  })
})

describe('answering', () => {
  test('goes by mail in the frame of the sender’s language, with what was asked', async () => {
    const { id } = await received()
    site.clock.set(after(60_000))
    const answered = await answer(id, { version: 1, text: '可以。\r\n请在网站报名。' })
    expect([answered.status, answered.data(answerMessage)]).toEqual([
      200,
      {
        id,
        reference: answered.data(answerMessage).reference,
        ...written,
        contact: 'he@example.org',
        locale: 'zh-CN',
        state: 'answered',
        sender: null,
        answers: [{ text: '可以。\n请在网站报名。', by: admin.username, at: after(60_000).toISOString() }],
        version: 2,
        mail: true,
        createdAt: fixedNow.toISOString(),
      },
    ])
    const { reference } = answered.data(answerMessage)
    const { list: letters } = (await site.get('/api/outbox', admin.headers)).data(listOutbox)
    const letter = letters.find(({ recipient }) => recipient === 'he@example.org')!
    expect(letter.subject).toBe(`回复：外省教师（${reference}）`)
    expect(letter.text).toContain('可以。\n请在网站报名。')
    expect(letter.text).toContain('> 外省教师可以报名吗？\n> \n> 谢谢！')
    expect((await actions(id)).at(-1)).toEqual({
      action: 'message.answered',
      changes: { before: { state: 'new' }, after: { state: 'answered' } },
    })
  })

  test('of two colleagues the second gets an error, and one mail is sent', async () => {
    const { id } = await received()
    const other = await createPerson(site, { access: 'admin' })
    const both = await Promise.all([
      answer(id, { version: 1, text: 'Yes' }),
      answer(id, { version: 1, text: 'No' }, other.headers),
    ])
    const refused = both.filter(({ status }) => status !== 200)
    expect(refused.map(refusal)).toEqual([{ status: 409, error: 'message.answered' }])
    const letters = await site.db.select({ letter: outbox.letter }).from(outbox)
    expect(letters.filter(({ letter }) => letter === 'answer')).toHaveLength(1)
    expect(refusal(await move(id, { version: 1, state: 'closed' }))).toEqual({ status: 409, error: 'resource.changed' })
  })

  test('the same answer sent twice is one', async () => {
    const { id } = await received()
    const key = { 'idempotency-key': 'answer-it-once' }
    const answers = [
      await answer(id, { version: 1, text: 'Yes' }, key),
      await answer(id, { version: 1, text: 'Yes' }, key),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(answers[1]!.data(answerMessage).answers).toHaveLength(1)
  })

  test('somebody who left a phone number is not answered by mail', async () => {
    const { id } = await received({ body: { contact: '13800138000' } })
    expect(refusal(await answer(id, { version: 1, text: 'Yes' }))).toEqual({ status: 422, error: 'message.noMail' })
  })

  test('a message that is opened again is answered again; both answers stay', async () => {
    const { id } = await received()
    await answer(id, { version: 1, text: 'First' })
    expect(refusal(await answer(id, { version: 2, text: 'Second' }))).toEqual({
      status: 409,
      error: 'message.answered',
    })
    expect((await move(id, { version: 2, state: 'new' })).data(moveMessage).state).toBe('new')
    const again = await answer(id, { version: 3, text: 'Second' })
    expect(again.data(answerMessage).answers.map(({ text }) => text)).toEqual(['First', 'Second'])
    expect((await move(id, { version: 4, state: 'closed' })).data(moveMessage).state).toBe('closed')
    expect(refusal(await move(id, { version: 5, state: 'closed' }))).toEqual({ status: 409, error: 'message.answered' })
    // All at the same moment, in no order.
    expect((await actions(id)).map(({ action }) => action).toSorted()).toEqual([
      'message.answered',
      'message.answered',
      'message.closed',
      'message.received',
      'message.reopened',
    ])
  })

  test('nothing is found under an id of nothing', async () => {
    const nobody = '01890000-0000-7000-8000-000000000000'
    const missing = { status: 404, error: 'message.notFound' }
    expect(refusal(await site.get(`${path}/${nobody}`, admin.headers))).toEqual(missing)
    expect(refusal(await answer(nobody, { version: 1, text: 'Yes' }))).toEqual(missing)
    expect(refusal(await move(nobody, { version: 1, state: 'closed' }))).toEqual(missing)
  })
})

test('where no mail leaves, an answer is refused and the screen knows', async () => {
  const quiet = await startSite({ config: { demo: false } })
  const chief = await createPerson(quiet, { access: 'admin' })
  const proof = await easyProof(quiet, 'message')
  await quiet.call('POST', path, { body: { ...written, proof } })
  const { list: messages } = (await quiet.get(path, chief.headers)).data(listMessages)
  const { id } = messages[0]!
  expect((await quiet.get(`${path}/${id}`, chief.headers)).data(readMessage).mail).toBe(false)
  const refused = await quiet.call('POST', `${path}/${id}/answers`, {
    headers: chief.headers,
    body: { version: 1, text: 'Yes' },
  })
  await quiet.close()
  expect(refusal(refused)).toEqual({ status: 409, error: 'message.mailOff' })
})
