import { createHash } from 'node:crypto'
import { canonicalJson, type CanonicalValue } from '@lectern/contract/canonical-json.ts'
import type { AccountId, RoundId, TaskId } from '@lectern/contract/ids.ts'
import { joinList } from '@lectern/contract/lists.ts'
import { localize } from '@lectern/contract/localized.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import { goesOnRuleOf } from '../../../platform/scores/round-scores.ts'
import type { GoesOnRule } from '../../../platform/scores/advancement.ts'
import type { CalibrationProblem } from '../../../platform/scores/calibrate.ts'
import { readScoreInput, scoreInputText } from '../../../platform/scores/score-input.ts'
import type { Settlement } from '../../../platform/scores/settle.ts'
import type { Ctx, SignedIn } from '../../../platform/context.ts'
import { fail } from '../../../platform/failure.ts'
import type { TaskRunner } from '../../../platform/feature.ts'
import { t } from '../../../platform/messages.ts'
import { permit, permitted } from '../../../platform/policy.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { lockSeenRound, maySettle, moveRound, requireRound, thankReviewers } from '../../rounds/service.ts'
import { takeStep } from '../../steps/service.ts'
import { enqueueTask } from '../../tasks/service.ts'
import { loadRoundScores, type RoundScores } from './score-input.ts'
import { settleRound, type SettledRound } from './score-tasks.ts'
import { settleInThread } from './score-threads.ts'
import { findLastSettlement } from './settlement-queries.ts'
import { settlement } from '../tables.ts'

export const textHash = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Why scores cannot be calibrated; undefined: they can. */
export const calibrationRefusal = ([problem]: readonly CalibrationProblem[], locale: Locale): string | undefined =>
  problem && t(locale, 'office.scoring.refusal.disconnected')

/** Why no scores follow from what was submitted; undefined: they do. */
export const refusalOf = (
  { settlement: result }: { settlement: Settlement },
  { entries, sheets }: Pick<RoundScores, 'entries' | 'sheets'>,
  locale: Locale,
): string | undefined => {
  if (sheets.length === 0) return t(locale, 'office.scoring.refusal.noSheets')
  if (result.problems) return calibrationRefusal(result.problems, locale)
  const panels = new Map(entries.map(({ code, panelId }) => [code, panelId]))
  // A tie across panels is nobody's to decide in the round: its works share the rank.
  const isOfChair = ({ works }: { works: readonly string[] }): boolean =>
    new Set(works.map((code) => panels.get(code))).size === 1
  const stale = result.chairTies.filter((tie) => tie.state === 'stale' && isOfChair(tie))
  if (stale.length > 0) {
    const works = stale.flatMap((tie) => tie.works)
    return t(locale, 'office.scoring.refusal.staleTie', { works: joinList(locale, works) })
  }
  return undefined
}

const settleNow = async (ctx: Ctx, id: RoundId, signal?: AbortSignal) => {
  const round = await requireRound(ctx, id)
  const scores = await loadRoundScores(ctx.db, round)
  const settled = await settleInThread({ input: scores.input, goesOn: goesOnRuleOf(round.rules.goesOn) }, signal)
  return { round, scores, settled }
}

/** Checks that scores follow from what was submitted, and starts the task that stores them. */
export const startSettling = async (outer: SignedIn, id: RoundId, version: number): Promise<TaskId> => {
  const { round, scores, settled } = await settleNow(outer, id)
  permit(maySettle(round))
  const reason = refusalOf(settled, scores, outer.locale)
  if (reason !== undefined) throw fail('settlement.refused', { reason })
  return inTransaction(outer, async (ctx) => {
    permit(maySettle(await lockSeenRound(ctx, id, version)))
    return enqueueTask(ctx, {
      kind: 'settle',
      input: { round: id, by: ctx.actor.id },
      subject: localize(round.name, ctx.locale).text,
      link: `/Admin/Review/${id}?tab=result`,
      startedBy: ctx.actor.id,
    })
  })
}

/** One row of the result, as it is stored and hashed. */
export interface StoredRow {
  work: string
  rank: number | null
  score: number | null
  isExcluded: boolean
  criteria: Record<string, number | null>
  tieKeys: (number | null)[]
  used: string[]
  dropped: string[]
  goesOn: boolean
}

const rowsOf = ({ settlement: result, goingOn }: SettledRound): StoredRow[] => {
  if (result.problems) throw new Error('the round cannot be settled')
  const onward = new Set(goingOn)
  return result.rows.map(({ work, rank, score, isExcluded, criteria, tieKeys, used, dropped }) => ({
    work,
    rank,
    score,
    isExcluded,
    criteria,
    tieKeys,
    used,
    dropped,
    goesOn: onward.has(work),
  }))
}

/** The result of a round as canonical JSON: the same input always gives the same bytes. */
export const settlementText = (settled: SettledRound): string =>
  canonicalJson(rowsOf(settled) as unknown as CanonicalValue)

/** The rows that follow from a stored input, by the rule about who goes on. */
export const recomputedRows = (input: string, goesOn: GoesOnRule | null): string | undefined => {
  const settled = settleRound({ input: readScoreInput(input), goesOn })
  return settled.settlement.problems ? undefined : settlementText(settled)
}

/**
 * The task `settle`: computes the scores of a closed round and stores them with their input. Repeated, it finds the round settled and does
 * nothing.
 */
export const runSettle: TaskRunner = async (ctx, { input, signal }) => {
  const id = input['round'] as RoundId
  const { round, scores, settled } = await settleNow(ctx, id, signal)
  if (round.state === 'settled') return
  const reason = refusalOf(settled, scores, ctx.locale)
  if (reason !== undefined) throw new Error(reason)
  const inputText = scoreInputText(scores.input)
  const rows = settlementText(settled)
  await inTransaction(ctx, (inner) =>
    takeStep(inner, {
      lock: () => lockSeenRound(inner, id),
      may: (view) => (view.state === 'settled' ? permitted : maySettle(view)),
      move: async (view) => {
        if (view.state === 'settled') return { unchanged: undefined }
        // A sheet may have been reopened and submitted meanwhile: then the task is tried again.
        const current = await loadRoundScores(inner.db, view)
        if (scoreInputText(current.input) !== inputText) throw new Error('the sheets changed while they were settled')
        const number = ((await findLastSettlement(inner.db, id))?.number ?? 0) + 1
        const stored = { input: inputText, inputHash: textHash(inputText), rows, rowsHash: textHash(rows) }
        const settledBy = (input['by'] as AccountId | undefined) ?? null
        await inner.db.insert(settlement).values({ roundId: id, number, ...stored, settledBy, settledAt: inner.now })
        await moveRound(inner, view, 'settled', { settledAt: inner.now })
        return {
          after: undefined,
          log: {
            action: 'round.settled',
            subject: { kind: 'round', id },
            before: { state: view.state },
            after: { state: 'settled', hash: stored.rowsHash.toString('hex') },
          },
          notify: () => thankReviewers(inner, view),
        }
      },
    }),
  )
}
