import { requestChallenge } from '@lectern/contract/sign-in/sign-in.ts'
import type { BodyInputOf } from '@lectern/contract/endpoint.ts'
import type { Client } from '../../request/client.ts'
import { failureOf } from '../../request/request-error.ts'

type Task = BodyInputOf<typeof requestChallenge>

/** The browser failed to compute the proof. Not shown to the user yet. */
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
  /** Failures are not shown: the result is not needed yet. */
  quiet?: boolean
}

/** Requests a challenge and solves it. */
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

/** Two minutes less than on the server; expired proofs are computed again. */
const freshMilliseconds = 8 * 60_000

export interface Proofs {
  /** Computes a proof in advance, while the user is typing. */
  prepare(): void
  /** Sends a request with a proof; retries once if the server asks for a harder one. */
  spend<Answer>(send: (proof: string) => Promise<Answer>, identifier?: string): Promise<Answer>
}

type Obtain = (options: { quiet: boolean; identifier?: string | undefined }) => Promise<string>

/** Proofs for one purpose, each valid for one request. */
export const createProofs = (obtain: Obtain, now = () => performance.now()): Proofs => {
  let pending: { since: number; proof: Promise<string> } | undefined
  const isFresh = (): boolean => pending !== undefined && now() - pending.since < freshMilliseconds

  const prepare = (): void => {
    if (isFresh()) return
    const proof = obtain({ quiet: true })
    pending = { since: now(), proof }
    // The next use retries, and shows the failure.
    proof.catch(() => undefined)
  }
  const take = async (identifier?: string): Promise<string> => {
    const prepared = isFresh() ? pending!.proof : undefined
    pending = undefined
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
