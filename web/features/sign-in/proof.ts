import type { BodyInputOf } from '@lectern/contract/endpoint.ts'
import type { Client } from '../../request/client.ts'
import { failureOf } from '../../request/request-error.ts'
import { requestChallenge } from './api.ts'

type Task = BodyInputOf<typeof requestChallenge>

/** The work could not be done in this browser. The person has not been told yet. */
export class ProofError extends Error {
  override name = 'ProofError'
}

const workInBackground = (task: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./proof-worker.ts', import.meta.url), { type: 'module' })
    const end = (settle: () => void): void => {
      worker.terminate()
      settle()
    }
    worker.addEventListener('message', ({ data }: MessageEvent<{ proof: string } | { failure: string }>) =>
      end(() => ('proof' in data ? resolve(data.proof) : reject(new ProofError(data.failure)))),
    )
    worker.addEventListener('error', (event) => end(() => reject(new ProofError(event.message))))
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- workers have no other origin
    worker.postMessage(task)
  })

interface ObtainOptions {
  /** Nothing is said when it fails: nobody waits for it yet. */
  quiet?: boolean
}

/** Asks for work and does it. */
export const obtainProof = async (
  client: Client,
  purpose: Task['purpose'],
  identifier?: string,
  { quiet = false }: ObtainOptions = {},
): Promise<string> => {
  const body = { purpose, ...(identifier !== undefined && { identifier }) }
  const answer = await client(requestChallenge, { body }, { skipErrorHandler: quiet })
  return workInBackground(answer.challenge)
}

/** Two minutes less than the server's: work that was done too early is done again. */
const freshMilliseconds = 8 * 60_000

export interface Proofs {
  /** Begins to work while the person is still typing. */
  prepare(): void
  /** Sends something with a proof; a second time when more work is asked for by then, or for this name. */
  spend<Answer>(send: (proof: string) => Promise<Answer>, identifier?: string): Promise<Answer>
}

type Obtain = (options: { quiet: boolean; identifier?: string | undefined }) => Promise<string>

/** A supply of proofs for one purpose, each good for one call. */
export const createProofs = (obtain: Obtain, now = () => performance.now()): Proofs => {
  let ahead: { since: number; proof: Promise<string> } | undefined
  const isFresh = (): boolean => ahead !== undefined && now() - ahead.since < freshMilliseconds

  const prepare = (): void => {
    if (isFresh()) return
    const proof = obtain({ quiet: true })
    ahead = { since: now(), proof }
    // Whoever takes it tries again, and is told.
    proof.catch(() => undefined)
  }
  const take = async (identifier?: string): Promise<string> => {
    const prepared = isFresh() ? ahead!.proof : undefined
    ahead = undefined
    return prepared ? prepared.catch(() => obtain({ quiet: false, identifier })) : obtain({ quiet: false, identifier })
  }
  return {
    prepare,
    spend: async (send, identifier) => {
      const proof = await take(identifier)
      try {
        return await send(proof)
      } catch (error) {
        if (failureOf(error)?.error !== 'proof.required') throw error
        return send(await take(identifier))
      }
    },
  }
}
