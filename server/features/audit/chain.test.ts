import type { AccountId, AuditId } from '@lectern/contract/ids.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { system, type Ctx } from '../../platform/context.ts'
import { connect, databaseCode, type Connection } from '../../platform/database/connect.ts'
import { newId } from '../../platform/ids.ts'
import { createDatabase } from '../../testing/database.ts'
import { after, fixedNow } from '../../testing/site.ts'
import { createAuditChain, verifyAudit } from './chain.ts'
import { audit, eraseFromAudit } from './service.ts'

let url: string
let connection: Connection
beforeEach(async () => {
  url = await createDatabase()
  connection = connect(url, () => undefined)
})
afterEach(() => connection.close())

const person = newId<AccountId>(fixedNow)

const contextAt = (now: Date, db: Ctx['db'] = connection.db): Ctx => ({
  actor: system,
  now,
  db,
  requestId: 'the-request',
  locale: 'en-US',
  caller: { address: '192.0.2.7', userAgent: 'test' },
  installation: {} as Ctx['installation'],
  remember: (_key, find) => find(),
})

const minute = 60_000
const tomorrow = after(24 * 60 * minute)

const write = (now: Date, db?: Ctx['db']): Promise<void> =>
  audit(contextAt(now, db), 'account.updated', {
    subject: { kind: 'account', id: person },
    before: { school: '清华大学', max: 0.1, until: fixedNow },
    after: { school: '北京大学', max: 1e21, until: after(1) },
    personal: true,
  })

const writeFive = async (): Promise<void> => {
  for (let count = 0; count < 5; count += 1) await write(after(count * minute))
}

interface Place {
  position: number
  id: AuditId
}

const places = async (): Promise<Place[]> =>
  (
    await connection.pool.query<Place>(
      'select position::int as position, audit_id as id from audit_link order by position',
    )
  ).rows

const idAt = async (position: number): Promise<AuditId> => (await places())[position - 1]!.id

/** As the owner of the database, with triggers disabled. */
const tamper = async (statement: string, values: unknown[] = []): Promise<void> => {
  const client = await connection.pool.connect()
  try {
    await client.query('set session_replication_role = replica')
    await client.query(statement, values)
  } finally {
    client.release(true)
  }
}

const verify = () => verifyAudit(connection.db, tomorrow)

describe('the chain', () => {
  test('covers every entry once, in the order of their ids', async () => {
    await writeFive()
    await createAuditChain(connection).run()
    const { rows } = await connection.pool.query<{ id: AuditId }>('select id from audit order by id')
    expect(await places()).toEqual(rows.map(({ id }, index) => ({ position: index + 1, id })))
    expect(await verify()).toEqual({ entries: 5, broken: undefined })
  })

  test('of an empty log is whole', async () => {
    await createAuditChain(connection).run()
    expect(await verify()).toEqual({ entries: 0, broken: undefined })
  })

  test('grows by more entries than fit a batch, and goes on where it ended', async () => {
    await connection.pool.query(
      `insert into audit (id, at, actor_kind, action, subject_kind, subject_id, request_id)
       select ('0' || lpad(to_hex(1934452800000 + n), 11, '0') || '70008000000000000000')::uuid, now(), 'system', 'x', 'y', 'z', 'r'
       from generate_series(1, 1200) as n`,
    )
    const chain = createAuditChain(connection)
    await chain.run()
    await write(after(60 * minute))
    await chain.run()
    expect((await places()).length).toBe(1201)
    expect(await verify()).toEqual({ entries: 1201, broken: undefined })
  })

  test('takes in an entry that is committed after later ones', async () => {
    const chain = createAuditChain(connection)
    await connection.db.transaction(async (slow) => {
      await write(fixedNow, slow)
      await write(after(30 * minute))
      await chain.run()
    })
    expect((await places()).length).toBe(1)
    await chain.run()
    expect((await places()).length).toBe(2)
    expect(await verify()).toEqual({ entries: 2, broken: undefined })
  })

  test('takes in what a wrong clock dated days back, at the latest when a process starts', async () => {
    const chain = createAuditChain(connection)
    const past = new Date('2020-01-01T00:00:00Z')
    await write(new Date())
    await chain.run()
    await write(past)
    await createAuditChain(connection).run()
    expect((await places()).length).toBe(2)
  })

  test('is one chain, though several processes link at once', async () => {
    await writeFive()
    const others = [connect(url, () => undefined), connect(url, () => undefined)]
    const chains = [connection, ...others].map((one) => createAuditChain(one))
    for (let round = 0; round < 5; round += 1) {
      await write(after((10 + round) * minute))
      await Promise.all(chains.map((chain) => chain.run()))
    }
    await Promise.all(others.map((one) => one.close()))
    expect((await places()).map(({ position }) => position)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(await verify()).toEqual({ entries: 10, broken: undefined })
  })

  test('holds when what it says about a person is erased', async () => {
    await writeFive()
    await createAuditChain(connection).run()
    await eraseFromAudit(contextAt(fixedNow), person)
    const { rows } = await connection.pool.query('select audit_id from audit_personal')
    expect(rows).toEqual([])
    expect(await verify()).toEqual({ entries: 5, broken: undefined })
  })
})

describe('who looks finds', () => {
  beforeEach(async () => {
    await writeFive()
    await createAuditChain(connection).run()
  })

  test.each([
    [`action = 'account.enabled'`],
    [`at = at + interval '1 second'`],
    [`actor_id = id`],
    [`subject_id = 'somebody else'`],
    [`changes = '{"before": null, "after": {}}'`],
    [`personal_digest = null`],
  ])('an entry that was changed: %s', async (change) => {
    const id = await idAt(3)
    await tamper(`update audit set ${change} where id = $1`, [id])
    expect((await verify()).broken).toEqual({ fault: 'changed', position: 3, id })
  })

  test('a personal side that was changed', async () => {
    const id = await idAt(2)
    await tamper(
      `update audit_personal set content = jsonb_set(content, '{address}', '"192.0.2.8"') where audit_id = $1`,
      [id],
    )
    expect((await verify()).broken).toEqual({ fault: 'personalChanged', position: 2, id })
  })

  test('an entry that is gone', async () => {
    const id = await idAt(4)
    await tamper('delete from audit where id = $1', [id])
    expect(await verify()).toEqual({ entries: 4, broken: { fault: 'entryMissing', position: 4, id } })
  })

  test('an entry that is gone with its link', async () => {
    const id = await idAt(2)
    await tamper(
      'with gone as (delete from audit where id = $1 returning id) delete from audit_link where audit_id = $1',
      [id],
    )
    expect((await verify()).broken).toEqual({ fault: 'linkMissing', position: 2, id: undefined })
  })

  test('a gap that was closed', async () => {
    await tamper('delete from audit_link where position = 2')
    await tamper('update audit_link set position = position - 1 where position > 2')
    expect((await verify()).broken).toMatchObject({ fault: 'changed', position: 2 })
  })

  test('entries that changed places', async () => {
    const third = await idAt(3)
    await tamper(
      `update audit_link set position = case position when 2 then 30 else 2 end where position in (2, 3);
       update audit_link set position = 3 where position = 30`,
    )
    expect((await verify()).broken).toEqual({ fault: 'changed', position: 2, id: third })
  })

  test('an entry that nobody linked, once it is five minutes old', async () => {
    await write(after(10 * minute))
    const { rows } = await connection.pool.query<{ id: AuditId }>('select id from audit order by id desc limit 1')
    const findAt = async (milliseconds: number) => (await verifyAudit(connection.db, after(milliseconds))).broken
    expect(await findAt(15 * minute)).toBe(undefined)
    expect(await findAt(15 * minute + 1)).toEqual({ fault: 'unlinked', position: undefined, id: rows[0]!.id })
  })
})

test.each([
  ['update audit set action = action'],
  ['delete from audit'],
  ['truncate audit cascade'],
  ['update audit_link set hash = hash'],
  ['delete from audit_link'],
  ['truncate audit_link'],
  ['update audit_personal set salt = salt'],
  ['truncate audit_personal'],
])('the database refuses: %s', async (statement) => {
  const refused = await connection.pool.query(statement).catch((error: unknown) => databaseCode(error))
  expect(refused).toBe('42501')
})
