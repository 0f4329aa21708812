import { setTimeout as sleep } from 'node:timers/promises'
import { hears, startProgram, type Program } from './program.ts'

export interface RunningServer {
  url: string
  program: Program
}

/** A server process on a shared database; `data`: the shared folder. */
export const startServer = async (databaseUrl: string, data: string): Promise<RunningServer> => {
  const program = startProgram('main.ts', [], {
    DATABASE_URL: databaseUrl,
    DATA_DIR: data,
    HOST: '127.0.0.1',
    PORT: '0',
    LOG_LEVEL: 'error',
    TRUST_PROXY: '127.0.0.1',
    // Nothing listens there: letters stay in the outbox.
    SMTP_URL: 'smtp://127.0.0.1:9?from=office@example.org',
  })
  await hears(program, 'ready at')
  const [, port] = /ready at http:\/\/[^:]+:(\d+)/.exec(program.said.stdout)!
  return { url: `http://127.0.0.1:${port}`, program }
}

export const stopServer = async ({ program }: RunningServer): Promise<void> => {
  program.child.kill('SIGTERM')
  await program.ended
}

/** Sends a request again while the server answers that it is too busy, as it may on a busy machine. */
export const fetchPatiently = async (url: string, init: RequestInit): Promise<Response> => {
  for (;;) {
    const response = await fetch(url, init)
    if (response.status !== 503) return response
    await response.body?.cancel()
    await sleep(250)
  }
}
