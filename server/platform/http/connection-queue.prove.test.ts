import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { ConnectionQueue, queueConnections } from './connection-queue.ts'

class Connection {
  readonly remoteAddress: string
  readonly name: string
  destroyed = false

  constructor(remoteAddress: string, name: string) {
    this.remoteAddress = remoteAddress
    this.name = name
  }

  destroy(): this {
    this.destroyed = true
    return this
  }
}

const connectionsOf = (address: string, count: number): Connection[] =>
  Array.from({ length: count }, (_, index) => new Connection(address, `${address} ${index}`))

const setUp = () => {
  const admitted: string[] = []
  const queue = new ConnectionQueue<Connection>(({ name }) => admitted.push(name))
  const turns = async (count: number): Promise<void> => {
    for (let turn = 0; turn < count; turn += 1) await nextTurn()
  }
  return { queue, admitted, turns }
}

describe('connections that arrive at once', () => {
  test('are admitted a few in each turn, in their order', async () => {
    const { queue, admitted, turns } = setUp()
    const many = connectionsOf('10.0.0.1', 100)
    for (const connection of many) queue.add(connection)
    expect(admitted).toEqual([])
    await turns(1)
    expect(admitted).toEqual(many.slice(0, 2).map(({ name }) => name))
    await expect.poll(() => admitted).toEqual(many.map(({ name }) => name))
  })

  test('of one address delay no other', async () => {
    const { queue, admitted, turns } = setUp()
    for (const connection of [...connectionsOf('10.0.0.1', 500), ...connectionsOf('10.0.0.2', 1)]) queue.add(connection)
    await turns(1)
    expect(admitted.slice(0, 2)).toEqual(['10.0.0.1 0', '10.0.0.2 0'])
  })

  test('and are gone before their turn are passed over', async () => {
    const { queue, admitted, turns } = setUp()
    const [first, second] = connectionsOf('10.0.0.1', 2)
    queue.add(first!)
    queue.add(second!)
    first!.destroy()
    await turns(2)
    expect(admitted).toEqual(['10.0.0.1 1'])
  })

  test('are refused once thousands wait', async () => {
    const { queue, admitted } = setUp()
    const many = connectionsOf('10.0.0.1', 5_000)
    for (const connection of many) queue.add(connection)
    const refused = many.filter(({ destroyed }) => destroyed).length
    expect(refused).toBe(1_000)
    await expect.poll(() => admitted.length, { timeout: 60_000 }).toBe(4_000)
  })

  test('of one address keep no other out, however many they are', async () => {
    const { queue, admitted, turns } = setUp()
    const many = connectionsOf('10.0.0.1', 5_000)
    for (const connection of many) queue.add(connection)
    const [other] = connectionsOf('10.0.0.2', 1)
    queue.add(other!)
    expect([other!.destroyed, many[3_998]!.destroyed, many[3_999]!.destroyed]).toEqual([false, false, true])
    await turns(1)
    expect(admitted.slice(0, 2)).toEqual(['10.0.0.1 0', '10.0.0.2 0'])
  })
})

test('a server that is closed does not wait for connections that wait for their turn', async () => {
  const server = createServer((_request, response) => void response.end())
  queueConnections(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const arrived = once(server, 'connection')
  const silent = Array.from({ length: 20 }, () =>
    connect(port, '127.0.0.1')
      .on('error', () => undefined)
      .resume(),
  )
  const ends = Promise.all(silent.map((socket) => new Promise((resolve) => socket.once('close', resolve))))
  await arrived
  server.close()
  server.closeAllConnections()
  await once(server, 'close')
  await ends
  expect(silent.every(({ destroyed }) => destroyed)).toBe(true)
})
