import type { AnswerOf, BodyOf } from '@lectern/contract/endpoint.ts'
import type { EntryId, ReviewerId, RoundId } from '@lectern/contract/ids.ts'
import type * as contract from '@lectern/contract/review-plan.ts'
import { planPoolInThread } from '../../platform/assignment/assignment-thread.ts'
import type { Ctx, SignedIn } from '../../platform/context.ts'
import { AppError, fail } from '../../platform/failure.ts'
import { withIdempotencyKey } from '../../platform/idempotency.ts'
import { permit } from '../../platform/policy.ts'
import { audit } from '../audit/service.ts'
import { assignmentsOfReviewer, shortEntries } from './assignment-queries.ts'
import { giveWorks } from './assignments.ts'
import { endAssignments, explainingConflicts } from './ending.ts'
import { hashPlanInput, loadPlanInput, type PlanInput, type PlanPair } from './plan-input.ts'
import { poolProblem } from './plan-solving.ts'
import { isUnopened, mayArrange } from './policy.ts'
import { notifyDealt } from './reviewer-notices.ts'
import { changeReviewer, findReviewer, type ReviewerRow } from './reviewer-queries.ts'
import { findRound, type RoundView } from './round-queries.ts'
import { lockSeenRound } from './rounds.ts'

type Wish = BodyOf<typeof contract.replaceReviewer>
type Outcome = AnswerOf<typeof contract.replaceReviewer>

const keyOf = ({ entry, reviewer }: PlanPair): string => `${entry} ${reviewer}`

/** The state of the round as if the expert had left already. */
const withoutExpert = (input: PlanInput, id: ReviewerId, { keepSheets }: Wish): PlanInput => {
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
const spread = async (rest: PlanInput, freed: readonly EntryId[], seed: string): Promise<PlanPair[]> => {
  const isFreed = new Set(freed)
  const works = rest.works.filter(({ id }) => isFreed.has(id))
  const judging = rest.standing.filter(({ entry }) => isFreed.has(entry))
  const held = new Map<ReviewerId, number>()
  for (const { entry, reviewer, isKept, isThird } of rest.standing)
    if (!isKept && (isThird || !isFreed.has(entry))) held.set(reviewer, (held.get(reviewer) ?? 0) + 1)
  const problem = poolProblem({ ...rest, works, standing: judging }, seed)
  const plan = await planPoolInThread({
    ...problem,
    experts: problem.experts.map((expert) => ({ ...expert, held: held.get(expert.key as ReviewerId) ?? 0 })),
    standing: problem.standing.map((pair) => ({ ...pair, isFixed: true })),
  })
  return plan.assignments
    .filter(({ origin }) => origin === 'new')
    .map(({ work, expert }) => ({ entry: work as EntryId, reviewer: expert as ReviewerId }))
}

interface Moves {
  /** Of what they were computed from. */
  inputHash: string
  freed: EntryId[]
  pairs: PlanPair[]
}

/** Who takes over which works. Computed before the round is locked: experts go on scoring meanwhile. */
const planMoves = async (ctx: Ctx, view: RoundView, id: ReviewerId, wish: Wish): Promise<Moves> => {
  const input = await loadPlanInput(ctx.db, view)
  const rest = withoutExpert(input, id, wish)
  const freed = freedBy(input, rest, id)
  const inputHash = hashPlanInput(input)
  if (wish.by !== null) return { inputHash, freed, pairs: giveAllTo(rest, freed, wish.by) }
  // Everybody else in a panel judges its works already.
  if (freed.length === 0 || input.mode === 'panel') return { inputHash, freed, pairs: [] }
  return { inputHash, freed, pairs: await spread(rest, freed, id) }
}

/** Whoever takes over the works of a panel joins it, and leads it if the expert did. */
const joinPanel = async (ctx: Ctx, leaving: ReviewerRow, by: ReviewerRow): Promise<void> => {
  if (leaving.panel === null || (by.panel !== null && by.panel !== leaving.panel)) return
  await changeReviewer(ctx.db, by.id, { panelId: leaving.panel, isChair: by.isChair || leaving.isChair })
}

const applyMoves = async (
  ctx: SignedIn,
  roundId: RoundId,
  id: ReviewerId,
  { wish, moves }: { wish: Wish; moves: Moves },
): Promise<Outcome> => {
  const view = await lockSeenRound(ctx, roundId)
  permit(mayArrange(view))
  const leaving = await findReviewer(ctx.db, roundId, id)
  if (!leaving) throw fail('reviewer.notFound')
  if (leaving.state === 'removed') throw fail('reviewer.moveRefused')
  const by = wish.by === null ? undefined : await findReviewer(ctx.db, roundId, wish.by)
  if (wish.by !== null && (by?.state !== 'accepted' || wish.by === id)) throw fail('reviewer.moveRefused').at('by')
  if (hashPlanInput(await loadPlanInput(ctx.db, view)) !== moves.inputHash) throw fail('plan.stale')
  const standing = (await assignmentsOfReviewer(ctx.db, id)).filter(({ state }) => state === 'open')
  const { kept } = await endAssignments(
    ctx,
    standing.map((row) => row.id),
    { reason: wish.reason, keepSheets: wish.keepSheets },
  )
  await changeReviewer(ctx.db, id, {
    isChair: false,
    ...(leaving.state !== 'declined' && { state: 'removed', reason: wish.reason }),
  })
  if (by) await joinPanel(ctx, leaving, by)
  await giveWorks(ctx, roundId, moves.pairs)
  const moved = moves.pairs.length
  await audit(ctx, 'reviewer.removed', {
    subject: { kind: 'reviewer', id },
    before: { state: leaving.state },
    after: { state: 'removed', reason: wish.reason, count: moved, ...(by && { reviewer: by.id }) },
    personal: true,
  })
  if (!isUnopened(view)) {
    const takers = moves.pairs.map(({ reviewer }) => reviewer)
    await notifyDealt(ctx, view, takers)
  }
  const short = await shortEntries(ctx.db, moves.freed)
  return { moved, kept, short: short.map(({ code }) => code) }
}

const attempts = 3

/** Removes an expert and gives the unfinished works to others, in one action. */
export const replaceReviewer = async (
  outer: SignedIn,
  roundId: RoundId,
  id: ReviewerId,
  { wish, key }: { wish: Wish; key: string | undefined },
): Promise<Outcome> => {
  const call = { scope: `reviewer.replace ${outer.actor.id}`, key, input: [roundId, id, wish] }
  for (let left = attempts; ; left -= 1) {
    const view = await findRound(outer.db, roundId)
    if (!view) throw fail('round.notFound')
    const moves = await planMoves(outer, view, id, wish)
    try {
      return await explainingConflicts(() =>
        withIdempotencyKey(outer, call, (ctx) => applyMoves(ctx, roundId, id, { wish, moves })),
      )
    } catch (error) {
      // Something has changed since the moves were planned: plan them again.
      if (left === 1 || !(error instanceof AppError && error.error === 'plan.stale')) throw error
    }
  }
}
