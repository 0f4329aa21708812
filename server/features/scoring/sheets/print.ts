import type { AnswerOf, QueryOf } from '@lectern/contract/endpoint.ts'
import type { RoundId } from '@lectern/contract/ids.ts'
import type * as contract from '@lectern/contract/review/review-board.ts'
import type { SignedIn } from '../../../platform/context.ts'
import { t } from '../../../platform/messages.ts'
import { requireRound } from '../../rounds/service.ts'
import { expertProgress, panelProgress, workProgress } from '../board/board-queries.ts'
import { loadRoundScores } from '../settlement/score-input.ts'
import { settleInThread } from '../settlement/score-threads.ts'

type Printed = AnswerOf<typeof contract.readPrint>

/** The score sheets of a round, panel by panel; of a pool, all works together. */
export const readPrint = async (
  ctx: SignedIn,
  id: RoundId,
  { panel: panelFilter }: QueryOf<typeof contract.readPrint>,
): Promise<Printed> => {
  const round = await requireRound(ctx, id)
  const { input, sheets } = await loadRoundScores(ctx.db, round)
  const { settlement } = await settleInThread({ input, goesOn: null })
  const rows = new Map((settlement.problems ? [] : settlement.rows).map((row) => [row.work, row]))
  const totals = new Map(sheets.map(({ code, reviewer, total }) => [`${code} ${reviewer}`, total]))
  const experts = (await expertProgress(ctx.db, id)).filter(({ works, state }) => works > 0 || state === 'accepted')
  const works = await workProgress(ctx.db, id)
  const panels = (await panelProgress(ctx.db, id)).filter(
    (panel) => panelFilter === undefined || panel.id === panelFilter,
  )
  const groups =
    round.rules.mode === 'panel'
      ? panels.map(({ id: panelId, name }) => ({ name, isIn: (of: string | null) => of === panelId }))
      : [{ name: t(ctx.locale, 'office.scoring.print.allWorks'), isIn: () => true }]
  return {
    panels: groups.map(({ name, isIn }) => {
      const judged = works.filter(({ panelId }) => isIn(panelId))
      const totalOf = (code: string, expert: string): number | null => totals.get(`${code} ${expert}`) ?? null
      // Also those of other panels who judged a work of this one, as a replacement or as an additional expert.
      const judges = experts.filter(
        ({ id: expert, panelId }) => isIn(panelId) || judged.some(({ code }) => totalOf(code, expert) !== null),
      )
      return {
        name,
        experts: judges.map((judge) => judge.name),
        works: judged.map(({ code, title }) => ({
          code,
          title,
          totals: judges.map((judge) => totalOf(code, judge.id)),
          score: rows.get(code)?.score ?? null,
          rank: rows.get(code)?.rank ?? null,
        })),
      }
    }),
    rulesHash: round.frozenHash?.toString('hex') ?? null,
  }
}
