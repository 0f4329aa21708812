import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Metrics } from './metrics.ts'

const contentType = 'text/plain; version=0.0.4; charset=utf-8'

/** More scrapers than this are a mistake. */
const maxConnections = 20

export interface MetricsServer {
  port: number
  close(): Promise<void>
}

/** Serves the metrics on a port of their own, which the proxy of the site does not know. */
export const startMetricsServer = async (
  metrics: Pick<Metrics, 'render'>,
  { port, host }: { port: number; host: string },
  report: (error: unknown) => void,
): Promise<MetricsServer> => {
  const server = createServer({ requestTimeout: 10_000 }, (request, response) => {
    const isKnown = request.method === 'GET' && request.url?.split('?', 1)[0] === '/metrics'
    if (!isKnown) {
      response.writeHead(404).end()
      return
    }
    metrics.render().then(
      (text) => response.writeHead(200, { 'content-type': contentType, 'cache-control': 'no-store' }).end(text),
      (error: unknown) => {
        report(error)
        response.writeHead(500).end()
      },
    )
  })
  server.maxConnections = maxConnections
  const listening = once(server, 'listening')
  server.listen(port, host)
  await listening
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
