import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import type { RoundId } from '@lectern/contract/ids.ts'
import type * as contract from '@lectern/contract/review/review-board.ts'
import { closingObstacles, type ClosingObstacle } from '@lectern/contract/review/review-values.ts'
import { discrepancyStanding, rangeOf } from '../../../platform/scores/discrepancy.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import type { SignedIn } from '../../../platform/context.ts'
import { t } from '../../../platform/messages.ts'
import { requireRound } from '../../rounds/service.ts'
import {
  countOpenFlags,
  expertProgress,
  finishedByDay,
  panelProgress,
  workProgress,
  type ProgressRow,
} from './board-queries.ts'

type Board = AnswerOf<typeof contract.readBoard>

const toIso = (moment: Date | null): string | null => moment?.toISOString() ?? null

/** Invited but silent, without a pledge, or with works to judge. */
export const isBehind = ({ state, hasPledged, works, finished }: ProgressRow): boolean =>
  state === 'invited' || (state === 'accepted' && (!hasPledged || finished < works))

/** What organisers should know before they close. They may close nevertheless. */
const blocksOf = (counts: Readonly<Record<ClosingObstacle, number>>, locale: Locale): Board['blocksClosing'] =>
  closingObstacles
    .filter((kind) => counts[kind] > 0)
    .map((kind) => ({ kind, text: t(locale, `office.scoring.blocks.${kind}`, { count: counts[kind] }) }))

export const readBoard = async (ctx: SignedIn, id: RoundId): Promise<Board> => {
  const { rules, timeZone } = await requireRound(ctx, id)
  const [experts, panels, works, days, openFlags] = await Promise.all([
    expertProgress(ctx.db, id),
    panelProgress(ctx.db, id),
    workProgress(ctx.db, id),
    finishedByDay(ctx.db, id, timeZone),
    countOpenFlags(ctx.db, id),
  ])
  const short = works
    .filter(({ assigned, needed }) => assigned < needed)
    .map(({ entry, code, title, assigned, needed }) => ({ entry, code, title, missing: needed - assigned }))
  const discrepancies = works.flatMap(({ entry, code, title, lowest, highest, hasThird, hasThirdSheet }) => {
    const range = lowest === null || highest === null ? null : rangeOf([lowest, highest])
    const third = { isAssigned: hasThird, hasSheet: hasThirdSheet }
    const standing = discrepancyStanding(range, rules.discrepancy, third)
    return standing === 'open' || standing === 'judging'
      ? [{ entry, code, title, lowest: lowest!, highest: highest!, hasThird }]
      : []
  })
  const assignments = works.reduce((sum, { assigned }) => sum + assigned, 0)
  const finished = works.reduce((sum, one) => sum + one.finished, 0)
  return {
    assignments,
    finished,
    works: works.length,
    completeWorks: works.filter((one) => one.needed > 0 && one.finished >= one.needed).length,
    experts: experts.map((row) => ({ ...row, isBehind: isBehind(row), lastSavedAt: toIso(row.lastSavedAt) })),
    panels: panels.map((one) => ({ ...one, signedAt: toIso(one.signedAt) })),
    days,
    short,
    discrepancies,
    openFlags,
    blocksClosing: blocksOf(
      {
        short: short.length,
        unfinished: assignments - finished,
        discrepancies: discrepancies.length,
        openFlags,
        unsigned: panels.filter(({ works: count, signedAt }) => count > 0 && signedAt === null).length,
      },
      ctx.locale,
    ),
  }
}
