import { once } from 'node:events'
import { connect as dial, createServer, type AddressInfo, type Socket } from 'node:net'
import { overTcp } from './over-tcp.ts'

export interface CuttableProxy {
  /** The database's URL through this proxy. */
  url: string
  /** Breaks every connection and refuses new ones. */
  cut(): void
  /** Silently forwards nothing any more, like a network that has lost its connections. */
  hold(): void
  /** New connections work again. */
  mend(): void
  close(): Promise<void>
}

/** A proxy between the program and PostgreSQL, to make the database unavailable. */
export const startCuttableProxy = async (databaseUrl: string): Promise<CuttableProxy> => {
  const target = new URL(overTcp(databaseUrl))
  const port = Number(target.port)
  const sockets = new Set<Socket>()
  let isCut = false
  const track = (socket: Socket): void => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket))
  }
  const server = createServer((near) => {
    track(near)
    if (isCut) return void near.destroy()
    const far = dial({ host: target.hostname, port })
    track(far)
    near.pipe(far).pipe(near)
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  target.port = String((server.address() as AddressInfo).port)
  const cut = (): void => {
    isCut = true
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: target.href,
    cut,
    hold: () => {
      for (const socket of sockets) socket.unpipe().pause()
    },
    mend: () => {
      isCut = false
    },
    close: async () => {
      cut()
      if (!server.listening) return
      server.close()
      await once(server, 'close')
    },
  }
}
