import { listAudit } from '@lectern/contract/audit/audit.ts'
import { readOfficeCounts } from '@lectern/contract/office/office-shell.ts'
import * as contract from '@lectern/contract/webhooks/webhooks.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { inTransaction } from '../../platform/transaction.ts'
import { createSweep } from '../../sweep.ts'
import { createPerson, english, type TestPerson } from '../../testing/people.ts'
import { startReceiver, type Receiver } from '../../testing/receiver.ts'
import { readRecipe } from '../../testing/recipes.ts'
import { after, eventually, fixedNow, startSite, type TestSite } from '../../testing/site.ts'
import { deliveryRunner, enqueueDeliveries } from './delivery.ts'
import { webhooksFeature } from './feature.ts'
import { queueEvents } from './service.ts'

type ReadWebhook = (headers: object, body: Buffer, key: string) => { type: string; timestamp: string; data: object }

let site: TestSite
let organiser: TestPerson
let as: { headers: Record<string, string> }
let receiver: Receiver
let silent: Receiver
let readWebhook: ReadWebhook
beforeAll(async () => {
  receiver = await startReceiver()
  silent = await startReceiver()
  site = await startSite({ withTasks: true, config: { webhookAllow: [receiver.url, silent.url] } })
  organiser = await createPerson(site, { access: 'admin', email: 'zhao@example.org' })
  as = { headers: english(organiser) }
  const recipe = (await readRecipe('docs/webhooks.md', 'js')) as { readWebhook: ReadWebhook }
  readWebhook = (headers, body, key) => {
    vi.useFakeTimers({
      toFake: ['Date'],
      now: Number((headers as { 'webhook-timestamp': string })['webhook-timestamp']) * second,
    })
    try {
      return recipe.readWebhook(headers, body, key)
    } finally {
      vi.useRealTimers()
    }
  }
})
afterAll(async () => {
  await site.close()
  await Promise.all([receiver.close(), silent.close()])
})
beforeEach(async () => {
  site.clock.set(fixedNow)
  for (const { received } of [receiver, silent]) received.length = 0
  receiver.answerWith()
  silent.answerWith(() => undefined)
  await site.pool.query('delete from webhook')
  await site.pool.query('delete from throttle')
})

const second = 1_000
const hour = 3_600 * second
const day = 24 * hour
const types = ['certificate.issued' as const]

const create = (url = `${receiver.url}/in`, who = as) =>
  site.ask(contract.createWebhook, { ...who, body: { name: 'Register', url, types } })

const read = async (id: contract.Webhook['id']) => {
  const { list } = (await site.ask(contract.listWebhooks, as)).data
  return list.find((one) => one.id === id)!
}

const deliveriesOf = async (id: contract.Webhook['id']) =>
  (await site.ask(contract.listWebhookDeliveries, { ...as, params: { id }, query: { pageSize: '100' } })).data.list

/** Something happens now. */
const happen = (...ids: string[]): Promise<void> =>
  inTransaction(site.asProgram(), (ctx) =>
    queueEvents(
      ctx,
      'certificate.issued',
      ids.map((id) => ({ id })),
    ),
  )

const deps = () => ({ rules: { allowed: new Set([receiver.url, silent.url]) }, version: '1.0.0' })

/** One run of the task, here and now. */
const deliver = (signal = AbortSignal.any([])): Promise<void> =>
  deliveryRunner(deps())(site.asProgram(), { id: '' as never, input: {}, signal, progress: () => Promise.resolve() })

const deliverAt = async (milliseconds: number): Promise<void> => {
  site.clock.set(after(milliseconds))
  await deliver()
}

const ask = (
  endpoint: typeof contract.pauseWebhook | typeof contract.resumeWebhook | typeof contract.renewWebhookKey,
  id: contract.Webhook['id'],
) => site.ask(endpoint, { ...as, params: { id } })

/** What has arrived, checked as the documentation says. */
const readAll = (key: string) => receiver.received.map(({ headers, body }) => readWebhook(headers, body, key).data)

const elapsed = (at: string): number => (Date.parse(at) - fixedNow.getTime()) / second

describe('a webhook', () => {
  test('has a key of its own, whose private half is stored encrypted and never told', async () => {
    const { data, text } = await create()
    expect(data).toEqual({
      id: data.id,
      name: 'Register',
      url: `${receiver.url}/in`,
      types,
      state: 'active',
      stopReason: null,
      stoppedAt: null,
      failingSince: null,
      publicKey: data.publicKey,
      formerKey: null,
      waiting: 0,
      failed: 0,
      lastDeliveredAt: null,
      createdBy: organiser.username,
      createdAt: fixedNow.toISOString(),
      version: 1,
    })
    expect(data.publicKey).toMatch(/^whpk_[\w+/]{43}=$/)
    expect(await read(data.id)).toEqual(data)
    const other = (await create()).data
    expect(other.publicKey).not.toBe(data.publicKey)
    await happen('one')
    await deliver()
    const { rows } = await site.pool.query<{ private_key: string }>('select private_key from webhook')
    for (const { private_key: stored } of rows) {
      expect(stored).toMatch(/^enc1\./)
      expect([text, site.logText()].filter((said) => said.includes(stored.slice(-40)))).toEqual([])
    }
    expect([text, site.logText(), JSON.stringify(rows)].filter((said) => said.includes('PRIVATE KEY'))).toEqual([])
  })

  test('is made for no address that may not be asked, with the reason at the field', async () => {
    const { id, version } = (await create()).data
    const refused = {
      'http://example.org/': 'webhook.addressInvalid',
      'https://user:secret@example.org/': 'webhook.addressInvalid',
      'https://example.org:25/': 'webhook.addressInvalid',
      'no address': 'webhook.addressInvalid',
      'https://localhost/': 'webhook.addressPrivate',
      'https://[::ffff:10.0.0.1]/': 'webhook.addressPrivate',
      'https://169.254.169.254/latest': 'webhook.addressPrivate',
      'https://nothing.invalid/': 'webhook.hostUnknown',
    }
    for (const [url, error] of Object.entries(refused)) {
      const failure = (await create(url)).failure()
      expect([url, failure.error, failure.fields?.map(({ path }) => path)]).toEqual([url, error, ['url']])
      const change = { ...as, params: { id }, body: { name: 'Register', url, types, version } }
      expect((await site.ask(contract.changeWebhook, change)).failure().error).toBe(error)
    }
  })

  test('is changed in the version that was seen', async () => {
    const { id } = (await create()).data
    const body = { name: 'Partner', url: silent.url, types: ['list.announced' as const], version: 1 }
    const changed = (await site.ask(contract.changeWebhook, { ...as, params: { id }, body })).data
    expect(changed).toMatchObject({ name: 'Partner', url: `${silent.url}/`, types: ['list.announced'], version: 2 })
    const again = await site.ask(contract.changeWebhook, { ...as, params: { id }, body })
    expect(again.failure().error).toBe('resource.changed')
  })

  test('is one of twenty', async () => {
    for (let count = 0; count < 20; count += 1) expect((await create()).status).toBe(200)
    expect((await create()).failure().error).toBe('webhook.tooMany')
  })

  test('leaves what is done with it in the log, without its path', async () => {
    const { id } = (await create(`${receiver.url}/in?token=secret`)).data
    for (const endpoint of [contract.pauseWebhook, contract.resumeWebhook, contract.renewWebhookKey]) {
      site.clock.set(after(second, site.clock.now()))
      await ask(endpoint, id)
    }
    site.clock.set(after(second, site.clock.now()))
    await site.ask(contract.testWebhook, { ...as, params: { id } })
    site.clock.set(after(second, site.clock.now()))
    await site.ask(contract.deleteWebhook, { ...as, params: { id } })
    const query = { subjectKind: 'webhook', subjectId: id }
    const { data, text } = await site.ask(listAudit, { ...as, query })
    expect(data.list.map(({ action }) => action)).toEqual([
      'webhook.deleted',
      'webhook.tested',
      'webhook.keyRenewed',
      'webhook.resumed',
      'webhook.paused',
      'webhook.created',
    ])
    expect(data.list.at(-1)!.after).toEqual({
      name: 'Register',
      webhookHost: new URL(receiver.url).host,
      webhookTypes: types,
    })
    expect(text).not.toContain('token=secret')
  })
})

describe('an event', () => {
  test('is sent with ids alone, signed as the documentation says', async () => {
    const { id, publicKey } = (await create()).data
    await happen('one')
    await deliver()
    const [{ headers, body }] = receiver.received as [(typeof receiver.received)[number]]
    expect(readWebhook(headers, body, publicKey)).toEqual({
      type: 'certificate.issued',
      timestamp: fixedNow.toISOString(),
      data: { id: 'one' },
    })
    expect([headers['content-type'], headers['user-agent'], headers['webhook-timestamp']]).toEqual([
      'application/json',
      'Lectern/1.0.0',
      String(fixedNow.getTime() / second),
    ])
    const wrong = (await create(silent.url)).data.publicKey
    expect(() => readWebhook(headers, body, wrong)).toThrow('not signed with this key')
    expect(() => readWebhook(headers, Buffer.concat([body, Buffer.from(' ')]), publicKey)).toThrow(
      'not signed with this key',
    )
    const later = { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 1) }
    expect(() => readWebhook(later, body, publicKey)).toThrow('not signed with this key')

    const [delivery] = await deliveriesOf(id)
    expect(delivery).toMatchObject({
      id: headers['webhook-id'],
      state: 'delivered',
      body: body.toString(),
      nextAt: null,
    })
    expect(delivery!.answers.map(({ status, failure, text }) => [status, failure, text])).toEqual([[204, null, '']])
    expect(await read(id)).toMatchObject({ state: 'active', waiting: 0, lastDeliveredAt: fixedNow.toISOString() })
  })

  test('is sent if and only if its cause is committed, to those who asked for it', async () => {
    const { id } = (await create()).data
    const body = { name: 'Other', url: receiver.url, types: ['list.announced' as const] }
    const other = (await site.ask(contract.createWebhook, { ...as, body })).data
    await expect(
      inTransaction(site.asProgram(), async (ctx) => {
        await queueEvents(ctx, 'certificate.issued', [{ id: 'lost' }])
        await deliver()
        throw new Error('rolled back')
      }),
    ).rejects.toThrow('rolled back')
    await deliver()
    expect(receiver.received).toEqual([])
    expect([await deliveriesOf(id), await deliveriesOf(other.id)]).toEqual([[], []])
  })

  test('is sent by the queue as soon as it has happened', async () => {
    const { publicKey } = (await create()).data
    await happen('one', 'two', 'three')
    await Promise.all([enqueueDeliveries(site.asProgram(), deps()), enqueueDeliveries(site.asProgram(), deps())])
    await eventually(() => expect(receiver.received).toHaveLength(3))
    expect(readAll(publicKey)).toEqual([{ id: 'one' }, { id: 'two' }, { id: 'three' }])
    const { rows } = await site.pool.query(`select subject, link from task where kind = 'deliverEvents'`)
    expect(rows).toEqual([{ subject: 'Register', link: '/Admin/Webhook' }])
    await eventually(async () => {
      const { rowCount } = await site.pool.query(`select from task where kind = 'deliverEvents' and state = 'done'`)
      expect(rowCount).toBe(1)
    })
  })

  test('that fails comes again with the same id and a new time, until it is confirmed', async () => {
    const { id, publicKey } = (await create()).data
    await happen('one')
    receiver.answerWith((_request, response) => response.writeHead(500).end('not \u0000 now\n'))
    await deliver()
    await deliverAt(4 * second)
    expect(receiver.received).toHaveLength(1)
    const [waiting] = await deliveriesOf(id)
    expect(waiting!.state).toBe('waiting')
    expect(elapsed(waiting!.nextAt!)).toBeGreaterThanOrEqual(5)
    expect(elapsed(waiting!.nextAt!)).toBeLessThan(5.6)
    expect(waiting!.answers.map(({ status, text }) => [status, text])).toEqual([[500, 'not now']])
    expect(await read(id)).toMatchObject({ state: 'failing', waiting: 1, failingSince: fixedNow.toISOString() })
    receiver.answerWith()
    await deliverAt(6 * second)
    const [first, again] = receiver.received.map(({ headers }) => headers)
    expect(again!['webhook-id']).toBe(first!['webhook-id'])
    expect(Number(again!['webhook-timestamp']) - Number(first!['webhook-timestamp'])).toBe(6)
    expect(readAll(publicKey)).toEqual([{ id: 'one' }, { id: 'one' }])
    expect(receiver.received[1]!.body).toEqual(receiver.received[0]!.body)
    expect(await read(id)).toMatchObject({ state: 'active', waiting: 0, failingSince: null })
  })

  test('is a failure unless it is confirmed: redirects are not', async () => {
    const { id } = (await create()).data
    const outcomes: unknown[] = []
    for (const status of [200, 299, 301, 307, 400, 404]) {
      await happen(String(status))
      receiver.answerStatus(status, { location: `${receiver.url}/elsewhere` })
      await deliver()
      outcomes.push([status, (await deliveriesOf(id))[0]!.state])
    }
    expect(outcomes).toEqual([
      [200, 'delivered'],
      [299, 'delivered'],
      [301, 'waiting'],
      [307, 'waiting'],
      [400, 'waiting'],
      [404, 'waiting'],
    ])
    expect(receiver.received.map(({ path }) => path)).toEqual(Array.from({ length: 6 }, () => '/in'))
  })

  test('waits for a pause to end, and is deleted after thirty days', async () => {
    const { id, publicKey } = (await create()).data
    expect((await ask(contract.pauseWebhook, id)).data.state).toBe('paused')
    await happen('one')
    await deliver()
    expect([receiver.received, (await read(id)).waiting]).toEqual([[], 1])
    expect((await ask(contract.resumeWebhook, id)).data.state).toBe('active')
    await deliver()
    expect(readAll(publicKey)).toEqual([{ id: 'one' }])
    const sweep = async (days: number) => {
      const { installation } = site.asProgram()
      const clock = { now: () => after(days * day) }
      await createSweep({ db: site.db, clock, storage: installation.storage, features: [webhooksFeature] }).run()
      return (await deliveriesOf(id)).length
    }
    expect([await sweep(29), await sweep(30)]).toEqual([1, 0])
  })

  test('can be sent again with the same id', async () => {
    const { id } = (await create()).data
    await happen('one')
    await deliver()
    const [{ id: event }] = (await deliveriesOf(id)) as [contract.WebhookDelivery]
    const resent = await site.ask(contract.resendWebhookDelivery, { ...as, params: { id, event } })
    expect(resent.data.state).toBe('waiting')
    await deliver()
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([event, event])
    expect((await deliveriesOf(id))[0]!.answers).toHaveLength(2)
    const nobody = { ...as, params: { id, event: '01890000-0000-7000-8000-000000000000' as never } }
    expect((await site.ask(contract.resendWebhookDelivery, nobody)).failure().error).toBe('webhook.deliveryNotFound')
  })
})

test('during a day two keys sign, then the new one alone', async () => {
  const { id, publicKey: former } = (await create()).data
  const { publicKey, formerKey } = (await ask(contract.renewWebhookKey, id)).data
  expect(formerKey).toEqual({ publicKey: former, until: after(day).toISOString() })
  expect(publicKey).not.toBe(former)
  await happen('one')
  await deliverAt(day - second)
  expect([readAll(former), readAll(publicKey)]).toEqual([[{ id: 'one' }], [{ id: 'one' }]])
  await happen('two')
  await deliverAt(day)
  const [, { headers, body }] = receiver.received as [never, (typeof receiver.received)[number]]
  expect(headers['webhook-signature'].split(' ')).toHaveLength(1)
  expect(readWebhook(headers, body, publicKey).data).toEqual({ id: 'two' })
  expect((await read(id)).formerKey).toBeNull()
})

test('an address that does not answer delays no other, and is asked once, however much waits', async () => {
  const dead = (await create(silent.url)).data
  const { publicKey } = (await create()).data
  await happen('one', 'two')
  const stopping = new AbortController()
  const running = deliver(stopping.signal)
  await eventually(() => expect(readAll(publicKey)).toEqual([{ id: 'one' }, { id: 'two' }]))
  // What happens while the other one keeps its request open is sent at once, too.
  await happen('three')
  await eventually(() => expect(readAll(publicKey)).toHaveLength(3))
  expect(silent.received).toHaveLength(1)
  silent.closeConnections()
  await running
  expect(silent.received).toHaveLength(1)
  expect(await read(dead.id)).toMatchObject({ state: 'failing', waiting: 3 })
  const answers = (await deliveriesOf(dead.id)).flatMap((delivery) => delivery.answers)
  expect(answers.map(({ status, failure }) => [status, failure])).toEqual([[null, 'unreachable']])
  // Once it is back, it gets everything.
  silent.answerWith()
  await deliverAt(6 * second)
  expect(silent.received).toHaveLength(4)
  expect(await read(dead.id)).toMatchObject({ state: 'active', waiting: 0 })
})

test('a run that is stopped in the middle counts no attempt', async () => {
  const { id } = (await create(silent.url)).data
  await happen('one')
  const stopping = new AbortController()
  silent.answerWith(() => stopping.abort('stopped'))
  await expect(deliver(stopping.signal)).rejects.toBe('stopped')
  expect(await read(id)).toMatchObject({ state: 'active', waiting: 1 })
  expect((await deliveriesOf(id))[0]!.answers).toEqual([])
})

const noticesOf = async () => {
  const { rows } = await site.pool.query<{ title: Record<string, string> }>(
    `select title from notice where account_id = $1 order by created_at desc`,
    [organiser.id],
  )
  return rows.map(({ title }) => title['en-US'])
}

describe('an address that confirms nothing', () => {
  beforeEach(() => site.pool.query('with outdated as (delete from outbox) delete from notice'))

  test('is switched off after three days, organisers are told, and what waits is sent when it goes on', async () => {
    const { id, publicKey } = (await create()).data
    await happen('one')
    receiver.answerStatus(500)
    const attempts: number[] = []
    for (let next: string | null = fixedNow.toISOString(); next && attempts.length < 50;) {
      await deliverAt(Date.parse(next) - fixedNow.getTime())
      attempts.push(Math.floor(elapsed(next) / 3_600))
      next = (await read(id)).state === 'stopped' ? null : (await deliveriesOf(id))[0]!.nextAt
      if (next) expect(await noticesOf()).toEqual([])
    }
    expect([attempts[0], attempts.at(-1), attempts.length]).toEqual([0, 72, 10])
    expect(await read(id)).toMatchObject({ state: 'stopped', stopReason: 'failing', waiting: 1, failed: 0 })
    expect(await noticesOf()).toEqual(['The webhook “Register” was switched off'])
    const { rows: letters } = await site.pool.query(
      `select content ->> 'title' as title from outbox
      where letter = 'notice' and account_id = $1`,
      [organiser.id],
    )
    expect(letters).toEqual([{ title: 'The webhook “Register” was switched off' }])
    expect((await site.ask(readOfficeCounts, as)).data['webhooks']).toBe(1)
    // Nothing is written for it any more, nor sent.
    await happen('two')
    await deliverAt(4 * day)
    expect([receiver.received.length, (await read(id)).waiting]).toEqual([10, 1])
    const [{ id: event }] = (await deliveriesOf(id)) as [contract.WebhookDelivery]
    const resend = await site.ask(contract.resendWebhookDelivery, { ...as, params: { id, event } })
    expect(resend.failure().error).toBe('webhook.stopped')
    expect((await ask(contract.pauseWebhook, id)).failure().error).toBe('webhook.stopped')
    receiver.answerWith()
    expect((await ask(contract.resumeWebhook, id)).data).toMatchObject({ state: 'active', stopReason: null })
    await deliver()
    expect(readAll(publicKey).at(-1)).toEqual({ id: 'one' })
    expect((await site.ask(readOfficeCounts, as)).data['webhooks']).toBe(0)
  })

  test('but others gives up this one event, and goes on', async () => {
    const { id } = (await create()).data
    await happen('poison')
    receiver.answerWith((_request, response, { body }) => response.writeHead(body.includes('poison') ? 500 : 200).end())
    for (let next: string | null = fixedNow.toISOString(), count = 0; next && count < 50; count += 1) {
      const at = Date.parse(next) - fixedNow.getTime()
      await deliverAt(at)
      await happen(`good ${count}`)
      await deliverAt(at)
      next = (await deliveriesOf(id)).find(({ body }) => body.includes('poison'))!.nextAt
    }
    expect(await read(id)).toMatchObject({ state: 'active', waiting: 0, failed: 1 })
    expect(await noticesOf()).toEqual([])
    expect((await site.ask(readOfficeCounts, as)).data['webhooks']).toBe(1)
    const failed = { ...as, params: { id }, query: { state: 'failed' as const } }
    const { list } = (await site.ask(contract.listWebhookDeliveries, failed)).data
    expect(list.map(({ state, answers }) => [state, answers.length])).toEqual([['failed', 10]])
  })

  test('and answers 410 is switched off at once', async () => {
    const { id } = (await create()).data
    await happen('one')
    receiver.answerStatus(410)
    await deliver()
    expect(await read(id)).toMatchObject({ state: 'stopped', stopReason: 'gone', waiting: 1 })
    expect(await noticesOf()).toEqual(['The webhook “Register” was switched off'])
  })

  test('and asks for it is left alone for as long', async () => {
    const { id } = (await create()).data
    await happen('one')
    receiver.answerStatus(429, { 'retry-after': '3600' })
    await deliver()
    expect(elapsed((await deliveriesOf(id))[0]!.nextAt!)).toBe(3_600)
  })

  test('is told apart from one that was changed meanwhile', async () => {
    const { id, version } = (await create()).data
    await happen('one')
    receiver.answerWith((_request, response) => {
      const body = { name: 'Moved', url: silent.url, types, version }
      void site.ask(contract.changeWebhook, { ...as, params: { id }, body }).then(() => response.writeHead(410).end())
    })
    silent.answerWith()
    await deliver()
    expect(await read(id)).toMatchObject({ state: 'active', waiting: 0 })
    expect([receiver.received.length, silent.received.length > 0]).toEqual([1, true])
  })
})

describe('a test', () => {
  const send = (id: contract.Webhook['id'], who = as) => site.ask(contract.testWebhook, { ...who, params: { id } })

  test('shows what the address answers, and counts for nothing', async () => {
    const { id, publicKey } = (await create()).data
    receiver.answerWith((_request, response) => response.writeHead(500).end('no such table'))
    const { status, failure, text } = (await send(id)).data
    expect([status, failure, text]).toEqual([500, null, 'no such table'])
    const [{ headers, body }] = receiver.received as [(typeof receiver.received)[number]]
    expect(readWebhook(headers, body, publicKey)).toMatchObject({ type: 'webhook.test', data: { id } })
    expect(await read(id)).toMatchObject({ state: 'active', waiting: 0 })
    expect(await deliveriesOf(id)).toEqual([])
  })

  test('is refused when there are many, and in a demo to addresses that the operator has not named', async () => {
    const { id } = (await create()).data
    for (let count = 0; count < 5; count += 1) expect((await send(id)).status).toBe(200)
    expect((await send(id)).failure().error).toBe('request.tooMany')
    await site.pool.query(`update webhook set url = 'https://example.org/' where id = $1`, [id])
    expect((await send(id)).failure().error).toBe('webhook.demo')
    await happen('one')
    await deliver()
    expect(await read(id)).toMatchObject({ state: 'active', waiting: 1 })
  })
})

test('without its key nothing is sent, and the delivery says so', async () => {
  const { id } = (await create()).data
  await happen('one')
  await site.pool.query(`update webhook set private_key = 'enc1.another.key' where id = $1`, [id])
  await deliver()
  expect(receiver.received).toEqual([])
  expect((await deliveriesOf(id))[0]!.answers.map(({ failure }) => failure)).toEqual(['key'])
  const { publicKey } = (await ask(contract.renewWebhookKey, id)).data
  await deliver()
  expect(readAll(publicKey)).toEqual([{ id: 'one' }])
})

test('nobody but organisers sees them or changes anything', async () => {
  const { id } = (await create()).data
  const teacher = { headers: english(await createPerson(site)) }
  expect((await create(receiver.url, teacher)).failure().error).toBe('access.refused')
  expect((await site.ask(contract.listWebhooks, teacher)).failure().error).toBe('access.refused')
  const deliveries = { ...teacher, params: { id }, query: {} }
  expect((await site.ask(contract.listWebhookDeliveries, deliveries)).failure().error).toBe('access.refused')
})
