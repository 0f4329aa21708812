import type { QueryOf } from '@lectern/contract/endpoint.ts'
import type { RoundId } from '@lectern/contract/ids.ts'
import type * as contract from '@lectern/contract/rounds/review-plan.ts'
import type { Grid, GridCell, GridWork } from '@lectern/contract/rounds/review-plan.ts'
import type { SignedIn } from '../../../platform/context.ts'
import { discrepancyStanding, rangeOf } from '../../../platform/scores/discrepancy.ts'
import { presentRoundWork } from '../entries/entry-present.ts'
import { countEntries, entryPage } from '../entries/entry-queries.ts'
import { shownName } from '../reviewers/reviewer-present.ts'
import { requireRound } from '../setup/rounds.ts'
import { assignmentsOfEntries, conflictsOfEntries, expertLoads } from './assignment-queries.ts'
import { presentAssignments } from './assignments.ts'

const standingOf = (cells: readonly GridCell[], threshold: number | null): Pick<GridWork, 'range' | 'discrepancy'> => {
  const range = rangeOf(cells.flatMap(({ total }) => total ?? []))
  const thirds = cells.filter(({ isThird }) => isThird)
  const third = { isAssigned: thirds.length > 0, hasSheet: thirds.some(({ total }) => total !== null) }
  return { range, discrepancy: discrepancyStanding(range, threshold, third) }
}

/** One page of works by the experts who judge them or could. */
export const readGrid = async (
  ctx: SignedIn,
  id: RoundId,
  { page, pageSize, panel, short, search }: QueryOf<typeof contract.readGrid>,
): Promise<Grid> => {
  const { rules } = await requireRound(ctx, id)
  const filter = { panel, isShort: short === 'true', search: search?.trim() || undefined, isStanding: true }
  const works = await entryPage(ctx.db, id, filter, { page, pageSize })
  const entries = works.map(({ entry }) => entry)
  const rows = (await assignmentsOfEntries(ctx.db, entries)).filter(({ state }) => state === 'open' || state === 'kept')
  const assignments = await presentAssignments(ctx, rows)
  const conflicts = await conflictsOfEntries(ctx.db, entries)
  const judging = new Set(rows.map(({ reviewerId }) => reviewerId))
  const experts = (await expertLoads(ctx.db, id)).filter((one) => one.state === 'accepted' || judging.has(one.id))
  return {
    page,
    pageSize,
    total: await countEntries(ctx.db, id, filter),
    experts: experts.map(({ username, nickname, realName, status, state: _state, ...row }) => ({
      ...row,
      name: shownName({ username, nickname, realName, status }, ctx.locale),
    })),
    list: works.map((work) => {
      const cells = assignments.flatMap(({ id: assignment, state, isThird, sheet, total, reviewer }, at): GridCell[] =>
        rows[at]!.entryId === work.entry
          ? [{ id: assignment, reviewer: reviewer.id, isKept: state === 'kept', isThird, sheet, total }]
          : [],
      )
      const conflicted = conflicts.flatMap(({ entryId, reviewerId }) => (entryId === work.entry ? [reviewerId] : []))
      return { ...presentRoundWork(ctx, work), cells, conflicted, ...standingOf(cells, rules.discrepancy) }
    }),
  }
}
