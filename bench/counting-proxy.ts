import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export interface CountingProxy {
  url: string
  /** Bytes so far, headers included: from browsers, and to them. */
  bytes(): { received: number; sent: number }
  close(): Promise<void>
}

/** Passes connections on to a port of this machine, and counts what they carry. */
export const startCountingProxy = async (port: number): Promise<CountingProxy> => {
  const counts = { received: 0, sent: 0 }
  const sockets = new Set<Socket>()
  const server = createServer((browser) => {
    const site = connect(port, '127.0.0.1')
    for (const socket of [browser, site]) {
      sockets.add(socket)
      socket.setNoDelay()
      socket.once('close', () => sockets.delete(socket))
      // Whoever of the two breaks off, the other one ends.
      socket.on('error', () => [browser, site].forEach((one) => one.destroy()))
    }
    browser.on('data', (chunk) => (counts.received += chunk.length))
    site.on('data', (chunk) => (counts.sent += chunk.length))
    browser.pipe(site).pipe(browser)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bytes: () => ({ ...counts }),
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((closed) => server.close(closed))
    },
  }
}
