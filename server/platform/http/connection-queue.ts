import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** New connections accepted per turn of the event loop. */
const perTurn = 2

/** With more connections waiting than this, the others get half of the processor. */
const crowd = 32

const maxWaiting = 4_000

type Waiting = Pick<Socket, 'destroyed' | 'remoteAddress'> & { destroy(): unknown }

/**
 * Queue of new connections. Hundreds that arrive at once would otherwise be read in one turn of the event loop, and
 * all others would wait. Addresses take turns, so that one with many connections delays only itself.
 */
export class ConnectionQueue<Connection extends Waiting> {
  readonly #admit: (connection: Connection) => void
  readonly #byAddress = new Map<string, Connection[]>()
  #count = 0

  constructor(admit: (connection: Connection) => void) {
    this.#admit = admit
  }

  add(connection: Connection): void {
    // A closed connection has no address.
    const address = connection.remoteAddress ?? ''
    if (this.#count >= maxWaiting && !this.#makeRoomFor(address)) {
      connection.destroy()
      return
    }
    const waiting = this.#byAddress.get(address)
    if (waiting) waiting.push(connection)
    else this.#byAddress.set(address, [connection])
    this.#count += 1
    if (this.#count === 1) setImmediate(() => this.#takeTurn())
  }

  /** Drops the last connection of the address that has most of them, unless the new one's address has as many. */
  #makeRoomFor(address: string): boolean {
    const own = this.#byAddress.get(address)?.length ?? 0
    let longest: Connection[] = []
    for (const waiting of this.#byAddress.values()) if (waiting.length > longest.length) longest = waiting
    if (longest.length <= own + 1) return false
    longest.pop()!.destroy()
    this.#count -= 1
    return true
  }

  #takeTurn(): void {
    const began = performance.now()
    for (let admitted = 0; admitted < perTurn && this.#count > 0; admitted += 1) {
      const [address, waiting] = this.#byAddress.entries().next().value!
      const connection = waiting.shift()!
      this.#count -= 1
      // The address goes to the end of the queue, if it has more.
      this.#byAddress.delete(address)
      if (waiting.length > 0) this.#byAddress.set(address, waiting)
      if (!connection.destroyed) this.#admit(connection)
    }
    if (this.#count === 0) return
    const next = (): void => this.#takeTurn()
    // Admitted connections are read before the immediate. The pause is as long as that took.
    setImmediate(this.#count > crowd ? () => setTimeout(next, performance.now() - began) : next)
  }
}

/** Queues the new connections of a server. Must be called before the server listens. */
export const queueConnections = (server: Server): void => {
  const [admit] = server.listeners('connection')
  if (!admit) throw new Error('The server does not take connections')
  server.removeListener('connection', admit as (socket: Socket) => void)
  // Nothing is read from a queued connection.
  Object.assign(server, { pauseOnConnect: true })
  const queue = new ConnectionQueue<Socket>((socket) => {
    // A closed server ends the connections that it knows, and would wait for one that is added now.
    if (!server.listening) {
      socket.destroy()
      return
    }
    admit.call(server, socket)
    socket.resume()
  })
  server.on('connection', (socket: Socket) => {
    // Until it is admitted, it has no other error listener.
    socket.on('error', () => {})
    queue.add(socket)
  })
}
