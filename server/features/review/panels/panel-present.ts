import type { PanelDesk } from '@lectern/contract/review/panel-desk.ts'
import type { Ctx } from '../../../platform/context.ts'
import { all, permitted, refusalText, refuse } from '../../../platform/policy.ts'
import { hasOpenTie, type PanelView } from './chair.ts'
import { mayJudgePanel } from '../policy.ts'
import { presentDeskRound } from '../present.ts'

type PanelWork = PanelView['works'][number]

const presentWork = (
  { result, isFinished }: PanelView,
  { code, title, needed, sheets, isRevealed, isChairs }: PanelWork,
): PanelDesk['works'][number] => {
  const totals = isRevealed ? sheets.map(({ total }) => total) : []
  const [lowest, highest] = totals.length > 0 ? [Math.min(...totals), Math.max(...totals)] : [null, null]
  const isComplete = isRevealed && needed > 0 && sheets.length === needed
  const row = result.rows.get(code)
  return {
    code,
    title,
    finished: sheets.length,
    needed,
    lowest,
    highest,
    isDiscrepant: isRevealed && (row?.isDiscrepant ?? false),
    score: isComplete ? (row?.score ?? null) : null,
    rank: isFinished && isChairs ? (row?.rank ?? null) : null,
  }
}

export const presentPanelDesk = (ctx: Ctx, view: PanelView): PanelDesk => {
  const { own, name, members, works, decisions, result, signedAt, isFinished } = view
  const reasonOf = (codes: readonly string[]): string | null =>
    decisions.findLast((decision) => codes.every((code) => decision.codes.includes(code)))?.reason ?? null
  const mayDecide = mayJudgePanel(own, isFinished, ctx)
  return {
    round: presentDeskRound(ctx, own),
    panel: name,
    members,
    works: works.map((work) => presentWork(view, work)),
    ties: isFinished
      ? result.ties.map(({ codes, isDecided }) => ({ codes, reason: isDecided ? reasonOf(codes) : null }))
      : [],
    signedAt: signedAt?.toISOString() ?? null,
    may: {
      decide: refusalText(mayDecide, ctx.locale),
      sign: refusalText(all(mayDecide, hasOpenTie(view) ? refuse('panel.unfinished') : permitted), ctx.locale),
    },
  }
}
