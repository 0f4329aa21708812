import { maxDecisions } from '@lectern/contract/enrolments/enrolment-values.ts'
import type { Failed } from './in-turn.ts'

/** What is decided on, as it was seen. */
export interface Decidable {
  id: string
  version: number
  state: string
}

interface Answer {
  refusal: string | null
  notifyAt: string | null
}

type OwnWords<Decision extends string> =
  | 'decide'
  | 'nothingToDecide'
  | 'refused'
  | 'help.takeBack'
  | `do.${Decision}`
  | `ask.${Decision}`
  | `done.${Decision}`

/** How organisers decide on one kind of thing that teams submit. */
export interface DecisionKind<Item extends Decidable, Decision extends string> {
  /** In the order of their buttons. */
  decisions: readonly Decision[]
  primary: Decision
  danger: Decision
  /** Revokes any other decision. */
  revocation: Decision
  /** The reason that is given when a slip is undone. */
  slip: string
  may: (item: Item, decision: Decision) => boolean
  /** Why something cannot be decided so yet; null: nothing is missing. */
  whyNotYet: (item: Item, decision: Decision) => string | null
  needsReason: (item: Item, decision: Decision) => boolean
  /** Reasons that are given again and again. */
  reasonsFor: (decision: Decision) => readonly string[]
  nameOf: (item: Item) => string
  t: (key: OwnWords<Decision>, values?: Record<string, number>) => string
  /** Decides on at most `maxDecisions` at once; the answers are in the same order. */
  send: (items: readonly Item[], decision: Decision, reason: string) => Promise<readonly Answer[]>
}

export interface Outcome<Item, Decision> {
  decision: Decision
  /** As they are now. */
  decided: Item[]
  refused: Failed<Item>[]
  /** When those concerned will be notified; null: there is nothing to notify them of. */
  notifyAt: string | null
}

const decideSome = async <Item extends Decidable, Decision extends string>(
  { send }: Pick<DecisionKind<Item, Decision>, 'send'>,
  items: readonly Item[],
  { decision, reason }: { decision: Decision; reason: string },
): Promise<Omit<Outcome<Item, Decision>, 'decision'>> => {
  try {
    const answers = await send(items, decision, reason)
    const decisionsMade = items.map((item, position) => ({ item, ...answers[position]! }))
    return {
      decided: decisionsMade
        .filter(({ refusal }) => refusal === null)
        .map(({ item }) => ({ ...item, version: item.version + 1, state: decision })),
      refused: decisionsMade.flatMap(({ item, refusal }) => (refusal === null ? [] : [{ item, why: refusal }])),
      notifyAt: answers.find(({ notifyAt }) => notifyAt)?.notifyAt ?? null,
    }
  } catch (error) {
    // One alone is refused as any call is; of many, what has no answer may be tried again.
    return { decided: [], refused: items.map((item) => ({ item, why: (error as Error).message })), notifyAt: null }
  }
}

/** Decides on all of these, as many at a time as one call takes. */
export const decideAll = async <Item extends Decidable, Decision extends string>(
  kind: Pick<DecisionKind<Item, Decision>, 'send'>,
  items: readonly Item[],
  input: { decision: Decision; reason: string },
): Promise<Outcome<Item, Decision>> => {
  const parts: Omit<Outcome<Item, Decision>, 'decision'>[] = []
  for (let done = 0; done < items.length; done += maxDecisions)
    parts.push(await decideSome(kind, items.slice(done, done + maxDecisions), input))
  return {
    decision: input.decision,
    decided: parts.flatMap(({ decided }) => decided),
    refused: parts.flatMap(({ refused }) => refused),
    notifyAt: parts.find(({ notifyAt }) => notifyAt)?.notifyAt ?? null,
  }
}

/** The last outcome of a series, for the page of the next item. */
export interface DecisionMemory<Item, Decision> {
  keep: (outcome: Outcome<Item, Decision>) => void
  recall: () => Outcome<Item, Decision> | undefined
}

/** As long as a decision can be taken back without anybody being told. */
const memoryMilliseconds = 60_000

export const createDecisionMemory = <Item, Decision>(): DecisionMemory<Item, Decision> => {
  let last: { outcome: Outcome<Item, Decision>; at: number } | undefined
  return {
    keep: (outcome) => {
      last = { outcome, at: Date.now() }
    },
    recall: () => (last && Date.now() < last.at + memoryMilliseconds ? last.outcome : undefined),
  }
}
