import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'

/** The test file of EICAR, which every scanner knows; put together here, so that no scanner takes this file for it. */
export const eicar = Buffer.from(['X5O!P%@AP[4\\PZX54(P^)7CC)7}', '$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join(''))

const okReply = 'stream: OK\0'
const infectedReply = 'stream: Eicar-Test-Signature FOUND\0'

/** How the double behaves. `reply`: what it says of every stream; undefined: what it finds. */
interface Behaviour {
  reply?: Buffer | string | undefined
  /** Says nothing at all. */
  isSilent?: boolean
  /** Ends the connection after so many bytes of a stream. */
  cutsAfter?: number
  /** Answers as clamd does when more than `StreamMaxLength` has arrived. */
  maxBytes?: number
  /** One byte of the reply at a time. */
  isSlow?: boolean
}

export interface TestScanner {
  url: string
  address: { host: string; port: number }
  behaviour: Behaviour
  /** The streams that were read to their end, as they arrived. */
  streams: Buffer[]
  close(): Promise<void>
}

/** Speaks the protocol of clamd: `PING`, `VERSION` and `INSTREAM`. Finds the test file of EICAR. */
export const startScanner = async (port = 0): Promise<TestScanner> => {
  const streams: Buffer[] = []
  const sockets = new Set<Socket>()
  const scanner = { behaviour: {} as Behaviour }

  const send = (socket: Socket, reply: Buffer | string): void => {
    const bytes = Buffer.from(reply)
    if (!scanner.behaviour.isSlow) return void socket.end(bytes)
    const next = (from: number): void => {
      if (from >= bytes.length) return void socket.end()
      socket.write(bytes.subarray(from, from + 1), () => setImmediate(next, from + 1))
    }
    next(0)
  }

  const serve = (socket: Socket): void => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => undefined)
    let received = Buffer.alloc(0)
    let stream: Buffer[] | undefined
    let count = 0
    const readChunks = (): void => {
      for (;;) {
        if (received.length < 4) return
        const length = received.readUInt32BE(0)
        if (length === 0) {
          const content = Buffer.concat(stream!)
          streams.push(content)
          return send(socket, scanner.behaviour.reply ?? (content.includes(eicar) ? infectedReply : okReply))
        }
        if (received.length < 4 + length) return
        stream!.push(received.subarray(4, 4 + length))
        count += length
        received = received.subarray(4 + length)
        const { cutsAfter, maxBytes } = scanner.behaviour
        if (cutsAfter !== undefined && count > cutsAfter) return void socket.destroy()
        if (maxBytes !== undefined && count > maxBytes) return send(socket, 'INSTREAM size limit exceeded. ERROR\0')
      }
    }
    socket.on('data', (piece: Buffer) => {
      if (scanner.behaviour.isSilent) return
      received = Buffer.concat([received, piece])
      if (!stream) {
        const end = received.indexOf(0)
        if (end < 0) return
        const command = received.toString('latin1', 0, end)
        received = received.subarray(end + 1)
        if (command === 'zPING') return send(socket, 'PONG\0')
        if (command === 'zVERSION') return send(socket, 'ClamAV 1.4.6/27500/Thu Nov 19 08:00:00 2026\0')
        if (command !== 'zINSTREAM') return send(socket, 'UNKNOWN COMMAND\0')
        stream = []
      }
      readChunks()
    })
  }

  const server = createServer(serve)
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = { host: '127.0.0.1', port: (server.address() as AddressInfo).port }
  return Object.assign(scanner, {
    address,
    url: `tcp://127.0.0.1:${address.port}`,
    streams,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  })
}
