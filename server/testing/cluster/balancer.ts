import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream'

/** How often processes are asked whether they take requests, in milliseconds. */
const checkEvery = 250
const checkTimeout = 10_000

export interface Balancer {
  url: string
  close(): Promise<void>
}

const isReady = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(checkTimeout) }).then(
    async (response) => {
      await response.arrayBuffer()
      return response.ok
    },
    () => false,
  )

/** A proxy that gives requests in turn to the processes that say that they are ready, as an operator's would. */
export const startBalancer = async (ports: readonly number[]): Promise<Balancer> => {
  const ready = new Set<number>()
  let turn = 0
  const nextPort = (): number | undefined => {
    const candidates = ports.filter((port) => ready.has(port))
    turn += 1
    return candidates[turn % candidates.length]
  }

  const refuse = (to: ServerResponse): void => {
    if (to.headersSent) to.destroy()
    else to.writeHead(502).end()
  }

  const forward = (from: IncomingMessage, to: ServerResponse): void => {
    const port = nextPort()
    if (port === undefined) return refuse(to)
    const { method, url: path, headers } = from
    // Each request has its own connection: a kept one may be closed in the moment in which it is used.
    const sent = request({ host: '127.0.0.1', port, method, path, headers: { ...headers, connection: 'close' } })
    let isAnswered = false
    sent.on('response', (answer) => {
      isAnswered = true
      const { connection: _, ...others } = answer.headers
      to.writeHead(answer.statusCode!, others)
      pipeline(answer, to, () => undefined)
    })
    sent.on('error', () => {
      if (isAnswered || to.destroyed) return
      ready.delete(port)
      refuse(to)
    })
    to.on('close', () => sent.destroy())
    from.on('error', () => sent.destroy())
    from.pipe(sent)
  }

  const check = async (): Promise<void> => {
    await Promise.all(
      ports.map(async (port) => ((await isReady(port)) ? void ready.add(port) : void ready.delete(port))),
    )
  }
  await check()
  let checking = Promise.resolve()
  let isChecking = false
  const timer = setInterval(() => {
    if (isChecking) return
    isChecking = true
    checking = check().finally(() => (isChecking = false))
  }, checkEvery)

  const server = createServer(forward).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      clearInterval(timer)
      await checking
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
