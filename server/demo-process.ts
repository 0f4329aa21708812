import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { SignIns } from './demo-sign-ins.ts'
import { StartError } from './platform/database/embedded.ts'

/** To the process: the address of the database, then perhaps that it shall give up. */
export type ToFiller = { databaseUrl: string } | 'stop'

const fillerPath = fileURLToPath(new URL('./demo-filler.ts', import.meta.url))

/**
 * Fills in the demo in a process of its own, so that the memory that this takes comes back. Resolves when the process
 * has ended. Aborting makes it give up between two steps and remove what it has stored.
 */
export const fillInDemoApart = async (databaseUrl: string, signal: AbortSignal): Promise<SignIns> => {
  // The flags of the server save memory at the cost of time: this process ends anyway.
  const child = fork(fillerPath, { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const tell = (message: ToFiller): void => {
    if (child.connected) child.send(message)
  }
  const stop = (): void => tell('stop')
  let accounts: SignIns | undefined
  child.on('message', (message) => (accounts = message as SignIns))
  const ended = new Promise<string>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, killedBy) => resolve(killedBy ?? `exit code ${code}`))
  })
  signal.addEventListener('abort', stop)
  try {
    tell({ databaseUrl })
    if (signal.aborted) stop()
    const end = await ended
    signal.throwIfAborted()
    if (!accounts) throw new StartError(`The demo could not be filled in (${end}); the next start tries again.`)
    return accounts
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
