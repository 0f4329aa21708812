import { argon2 } from 'node:crypto'
import { drive } from './pace.ts'

export interface HashJob {
  /** A stored password, which contains the cost parameters. */
  like: string
  atOnce: number
  seconds: number
}

export interface HashReport {
  hashes: number
  seconds: number
  cpuSeconds: number
}

const costOf = (stored: string) => {
  const [, memory, passes, parallelism] = /m=(\d+),t=(\d+),p=(\d+)/.exec(stored) ?? []
  return { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
}

const nonce = Buffer.alloc(16)

// The baseline process: hashes passwords when its parent asks for it, and nothing else.
process.on('message', async ({ like, atOnce, seconds }: HashJob) => {
  const parameters = { message: 'a password of nobody', nonce, ...costOf(like), tagLength: 32 }
  const hash = (): Promise<void> =>
    new Promise((hashed, failed) => {
      argon2('argon2id', parameters, (error) => (error ? failed(error) : hashed()))
    })
  const before = process.cpuUsage()
  const { count, seconds: took } = await drive(hash, atOnce, seconds)
  const { user, system } = process.cpuUsage(before)
  const report: HashReport = { hashes: count, seconds: took, cpuSeconds: (user + system) / 1e6 }
  process.send!(report)
})
