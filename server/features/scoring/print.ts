import type { AnswerOf, QueryOf } from '@lectern/contract/endpoint.ts'
import type { RoundId } from '@lectern/contract/ids.ts'
import type * as contract from '@lectern/contract/review-board.ts'
import { settle } from '@lectern/contract/scores/settle.ts'
import type { Ctx } from '../../platform/context.ts'
import { t } from '../../platform/messages.ts'
import { requireRound } from '../rounds/service.ts'
import { expertProgress, panelProgress, workProgress } from './board-queries.ts'
import { loadRoundScores } from './score-input.ts'

type Printed = AnswerOf<typeof contract.readPrint>

/** The score sheets of a round, panel by panel; of a pool, all works together. */
export const readPrint = async (
  ctx: Ctx,
  id: RoundId,
  { panel: asked }: QueryOf<typeof contract.readPrint>,
): Promise<Printed> => {
  const round = await requireRound(ctx, id)
  const { input, sheets } = await loadRoundScores(ctx.db, round)
  const settled = settle(input)
  const rows = new Map((settled.problems ? [] : settled.rows).map((row) => [row.work, row]))
  const totals = new Map(sheets.map(({ code, reviewer, total }) => [`${code} ${reviewer}`, total]))
  const experts = (await expertProgress(ctx.db, id)).filter(({ works, state }) => works > 0 || state === 'accepted')
  const works = await workProgress(ctx.db, id)
  const panels = (await panelProgress(ctx.db, id)).filter((panel) => asked === undefined || panel.id === asked)
  const groups =
    round.rules.mode === 'panel'
      ? panels.map(({ id: panelId, name }) => ({ name, isIn: (of: string | null) => of === panelId }))
      : [{ name: t(ctx.locale, 'office.scoring.print.allWorks'), isIn: () => true }]
  return {
    panels: groups.map(({ name, isIn }) => {
      const members = experts.filter(({ panelId }) => isIn(panelId))
      return {
        name,
        experts: members.map((member) => member.name),
        works: works
          .filter(({ panelId }) => isIn(panelId))
          .map(({ code, title }) => ({
            code,
            title,
            totals: members.map((member) => totals.get(`${code} ${member.id}`) ?? null),
            score: rows.get(code)?.score ?? null,
            rank: rows.get(code)?.rank ?? null,
          })),
      }
    }),
    rulesHash: round.frozenHash?.toString('hex') ?? null,
  }
}
