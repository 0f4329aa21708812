import type { BodyOf } from '@lectern/contract/endpoint.ts'
import type { EntryId, PanelId } from '@lectern/contract/ids.ts'
import type * as contract from '@lectern/contract/review/panel-desk.ts'
import type { SignedIn } from '../../../platform/context.ts'
import { fail } from '../../../platform/failure.ts'
import { permit } from '../../../platform/policy.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { audit } from '../../audit/service.ts'
import { lockRound } from '../../rounds/service.ts'
import {
  countedSheetsOf,
  findPanelName,
  findSignature,
  membersOfPanel,
  storeSignature,
  storeTieDecision,
  tieDecisionsOf,
  worksOfPanel,
} from './panel-queries.ts'
import { resultOf } from './panel-result.ts'
import { requireOwnRound } from '../own-round.ts'
import { mayChair, mayJudgePanel } from '../policy.ts'
import type { OwnRound } from '../queries.ts'

type Counted = Awaited<ReturnType<typeof countedSheetsOf>>[number]
type Submitted = NonNullable<Counted['submitted']>

const isSubmitted = (each: Counted): each is Counted & { submitted: Submitted } => each.submitted !== null

/** What was decided in one step belongs together. */
const groupDecisions = (
  rows: Awaited<ReturnType<typeof tieDecisionsOf>>,
  codeOf: (id: EntryId) => string | undefined,
) =>
  [...Map.groupBy(rows, ({ decision }) => decision)].map(([id, group]) => ({
    id,
    codes: group.flatMap(({ entryId }) => codeOf(entryId) ?? []),
    reason: group[0]!.reason,
  }))

const readPanel = async (ctx: SignedIn, own: OwnRound, panelId: PanelId) => {
  const { db } = ctx
  // One after the other: they may share the connection of a transaction.
  const name = await findPanelName(db, panelId)
  const members = await membersOfPanel(db, panelId)
  const works = await worksOfPanel(db, panelId)
  const counted = await countedSheetsOf(db, panelId)
  const rows = await tieDecisionsOf(db, own.round.id)
  const signedAt = await findSignature(db, panelId)
  const codes = new Map(works.map(({ entryId, code }) => [entryId, code]))
  const decisions = groupDecisions(rows, (id) => codes.get(id))
  const judged = works.map((work) => {
    const assigned = counted.filter(({ entryId }) => entryId === work.entryId)
    const sheets = assigned
      .filter(isSubmitted)
      .map(({ id, reviewerId, submitted }) => ({ key: id, expert: reviewerId, ...submitted }))
    const chairs = assigned.find(({ reviewerId }) => reviewerId === own.reviewer.id)
    return {
      ...work,
      needed: assigned.length,
      sheets,
      // A chair who does not judge a work has a conflict or gave it back: its scores and its place are not theirs.
      isChairs: chairs !== undefined,
      // Others' scores would influence the chair's own.
      isRevealed: chairs !== undefined && (['closed', 'settled'].includes(own.round.state) || isSubmitted(chairs)),
    }
  })
  const result = resultOf(
    own.round.rules,
    judged,
    decisions.map((decision) => ({ id: decision.id, works: decision.codes })),
  )
  return {
    own,
    name: name ?? '',
    members,
    works: judged,
    decisions,
    result,
    signedAt,
    isFinished: judged.length > 0 && judged.every(({ needed, sheets }) => needed > 0 && sheets.length === needed),
  }
}
export type PanelView = Awaited<ReturnType<typeof readPanel>>

const requirePanel = async (ctx: SignedIn, code: string): Promise<PanelView> => {
  const own = await requireOwnRound(ctx, code)
  permit(mayChair(own, ctx))
  return readPanel(ctx, own, own.reviewer.panelId!)
}

/** Whether the chair still has to put works in order. Ties with a work that they do not judge stay as they are. */
export const hasOpenTie = ({ works, result }: PanelView): boolean => {
  const foreign = new Set(works.filter(({ isChairs }) => !isChairs).map(({ code }) => code))
  return result.ties.some(({ codes, isDecided }) => !isDecided && !codes.some((code) => foreign.has(code)))
}

export const readPanelDesk = requirePanel

/** No sheet is submitted meanwhile. */
const lockPanel = async (ctx: SignedIn, code: string): Promise<PanelView> => {
  const { round } = await requireOwnRound(ctx, code)
  await lockRound(ctx.db, round.id, 'exclusive')
  const view = await requirePanel(ctx, code)
  permit(mayJudgePanel(view.own, view.isFinished, ctx))
  return view
}

/** Exactly the works of one tie, the best first. */
export const decidePanelTie = async (
  outer: SignedIn,
  code: string,
  { codes, reason }: BodyOf<typeof contract.decidePanelTie>,
): Promise<void> =>
  inTransaction(outer, async (ctx) => {
    const { own, works, result } = await lockPanel(ctx, code)
    const key = codes.toSorted().join(' ')
    if (!result.ties.some((tie) => tie.codes.toSorted().join(' ') === key)) throw fail('tie.none').at('codes')
    const tied = codes.map((each) => works.find((work) => work.code === each)!)
    if (!tied.every(({ isChairs }) => isChairs)) throw fail('conflict.stands').at('codes')
    const entries = tied.map(({ entryId }) => entryId)
    await storeTieDecision(ctx.db, { roundId: own.round.id, entries, reason, by: ctx.actor.id, now: ctx.now })
    await audit(ctx, 'tie.decided', { subject: { kind: 'round', id: own.round.id }, after: { codes, reason } })
  })

/** A sheet that is submitted later makes the signature void. */
export const signPanel = async (outer: SignedIn, code: string): Promise<void> =>
  inTransaction(outer, async (ctx) => {
    const view = await lockPanel(ctx, code)
    const { own, name, signedAt } = view
    if (signedAt) return
    if (hasOpenTie(view)) throw fail('panel.unfinished')
    await storeSignature(ctx.db, own.reviewer.panelId!, ctx.actor.id, ctx.now)
    await audit(ctx, 'panel.signed', { subject: { kind: 'round', id: own.round.id }, after: { panel: name } })
  })
