import { maxDecisions, type Decision, type EnrolmentState } from '@lectern/contract/enrolment-values.ts'
import type { Client } from '../../../request/client.ts'
import type { Failed } from '../../admin-ui/in-turn.ts'
import { decideEnrolments } from './api.ts'

/** An enrolment for the confirmation, with the version that was seen. */
export interface Decidable {
  id: string
  version: number
  state: EnrolmentState
  number: string | null
  team: { name: string }
}

export interface Outcome {
  decision: Decision
  /** The enrolments after the decision. */
  decided: Decidable[]
  refused: Failed<Decidable>[]
  /** When the team is notified; null: there is no notification. */
  notifyAt: string | null
}

type Part = Pick<Outcome, 'decided' | 'refused' | 'notifyAt'>

const decideSome = async (
  client: Client,
  items: readonly Decidable[],
  { decision, reason }: { decision: Decision; reason: string },
): Promise<Part> => {
  const enrolments = items.map(({ id, version }) => ({ id: id as never, version }))
  const body = { enrolments, decision, ...(reason && { reason }) }
  const headers = { 'Idempotency-Key': crypto.randomUUID() }
  try {
    const { outcomes } = await client(
      decideEnrolments,
      { body },
      { headers, skipErrorHandler: true, inPlaceSignIn: true },
    )
    const decisionsMade = items.map((item, position) => ({ item, ...outcomes[position]! }))
    return {
      decided: decisionsMade
        .filter(({ refusal }) => refusal === null)
        .map(({ item }) => ({ ...item, version: item.version + 1, state: decision })),
      refused: decisionsMade.flatMap(({ item, refusal }) => (refusal === null ? [] : [{ item, why: refusal }])),
      notifyAt: outcomes.find(({ notifyAt }) => notifyAt)?.notifyAt ?? null,
    }
  } catch (error) {
    // A single one throws like any request; in a batch, failed ones can be retried.
    return { decided: [], refused: items.map((item) => ({ item, why: (error as Error).message })), notifyAt: null }
  }
}

/** Decides on all of these, in batches of the max size. */
export const decideAll = async (
  client: Client,
  items: readonly Decidable[],
  input: { decision: Decision; reason: string },
): Promise<Outcome> => {
  const parts: Part[] = []
  for (let done = 0; done < items.length; done += maxDecisions)
    parts.push(await decideSome(client, items.slice(done, done + maxDecisions), input))
  return {
    decision: input.decision,
    decided: parts.flatMap(({ decided }) => decided),
    refused: parts.flatMap(({ refused }) => refused),
    notifyAt: parts.find(({ notifyAt }) => notifyAt)?.notifyAt ?? null,
  }
}
