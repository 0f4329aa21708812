import type { BodyOf } from '@lectern/contract/endpoint.ts'
import type { EntryId, ReviewerId, RoundId } from '@lectern/contract/ids.ts'
import type * as contract from '@lectern/contract/rounds/review-plan.ts'
import { planPool, type PoolOptions } from '../solver/pool-plan.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { hashPlanInput, loadPlanInput, type PlanInput, type PlanPair } from '../plan/plan-input.ts'
import { poolProblem } from '../plan/solve-plan.ts'
import { findRound } from '../setup/round-queries.ts'

export type ReplacementWish = BodyOf<typeof contract.replaceReviewer>

const keyOf = ({ entry, reviewer }: PlanPair): string => `${entry} ${reviewer}`

/** The state of the round as if the expert had left already. */
const withoutExpert = (input: PlanInput, id: ReviewerId, { keepSheets }: ReplacementWish): PlanInput => {
  const isGone = (one: PlanInput['standing'][number]): boolean =>
    one.reviewer === id && !one.isKept && !(keepSheets && one.isFinished)
  return {
    ...input,
    experts: input.experts.map((expert) => (expert.id === id ? { ...expert, isAccepted: false } : expert)),
    standing: input.standing.filter((one) => !isGone(one)),
  }
}

const countJudging = ({ standing }: PlanInput, entry: EntryId): number =>
  standing.filter((one) => one.entry === entry && !one.isThird).length

/** Works that need somebody else: those that the expert still has, and those that they gave back before and nobody has taken over. */
const freedBy = (input: PlanInput, rest: PlanInput, id: ReviewerId): EntryId[] => {
  const after = new Set(rest.standing.map(keyOf))
  const gone = input.standing.filter((one) => one.reviewer === id && !after.has(keyOf(one)))
  const back = input.ended.filter(({ reviewer }) => reviewer === id)
  const isFilled = (entry: EntryId): boolean => input.mode === 'pool' && countJudging(rest, entry) >= input.perWork
  return [...new Set([...gone, ...back].map(({ entry }) => entry))].filter((entry) => !isFilled(entry))
}

/** One expert takes all works that they may and can take. */
const giveAllTo = (rest: PlanInput, freed: readonly EntryId[], by: ReviewerId): PlanPair[] => {
  const taker = rest.experts.find(({ id }) => id === by)
  if (!taker?.isAccepted) return []
  const barred = new Set([...rest.conflicts, ...rest.ended, ...rest.standing].map(keyOf))
  const load = rest.standing.filter(({ reviewer, isKept }) => reviewer === by && !isKept).length
  return freed
    .map((entry) => ({ entry, reviewer: by }))
    .filter((pair) => !barred.has(keyOf(pair)))
    .slice(0, Math.max(0, taker.limit - load))
}

/** The works are spread over all experts of the pool; nothing else is moved. */
const spread = (rest: PlanInput, freed: readonly EntryId[], seed: string, options: PoolOptions): PlanPair[] => {
  const isFreed = new Set(freed)
  const works = rest.works.filter(({ id }) => isFreed.has(id))
  const judging = rest.standing.filter(({ entry }) => isFreed.has(entry))
  const held = new Map<ReviewerId, number>()
  for (const { entry, reviewer, isKept, isThird } of rest.standing)
    if (!isKept && (isThird || !isFreed.has(entry))) held.set(reviewer, (held.get(reviewer) ?? 0) + 1)
  const problem = poolProblem({ ...rest, works, standing: judging }, seed)
  const plan = planPool(
    {
      ...problem,
      experts: problem.experts.map((expert) => ({ ...expert, held: held.get(expert.key as ReviewerId) ?? 0 })),
      standing: problem.standing.map((pair) => ({ ...pair, isFixed: true })),
    },
    options,
  )
  return plan.assignments
    .filter(({ origin }) => origin === 'new')
    .map(({ work, expert }) => ({ entry: work as EntryId, reviewer: expert as ReviewerId }))
}

export interface Moves {
  /** Of what they were computed from. */
  inputHash: string
  freed: EntryId[]
  pairs: PlanPair[]
}

/** Who takes over which works. Undefined: there is no such round. */
export const planMoves = async (
  db: Database,
  { round, reviewer: id, wish }: { round: RoundId; reviewer: ReviewerId; wish: ReplacementWish },
  options: PoolOptions,
): Promise<Moves | undefined> => {
  const view = await findRound(db, round)
  if (!view) return undefined
  const inputHash = await hashPlanInput(db, view)
  const input = await loadPlanInput(db, view)
  const rest = withoutExpert(input, id, wish)
  const freed = freedBy(input, rest, id)
  if (wish.by !== null) return { inputHash, freed, pairs: giveAllTo(rest, freed, wish.by) }
  // Everybody else in a panel judges its works already.
  if (freed.length === 0 || input.mode === 'panel') return { inputHash, freed, pairs: [] }
  return { inputHash, freed, pairs: spread(rest, freed, id, options) }
}
