import { localize } from '@lectern/contract/localized.ts'
import type { Page } from '@lectern/contract/paging.ts'
import { roundSteps } from '@lectern/contract/review/review-values.ts'
import type { ListedRound, Round } from '@lectern/contract/rounds/rounds.ts'
import type { Ctx, SignedIn } from '../../platform/context.ts'
import { refusalText } from '../../platform/policy.ts'
import { whyNotOf } from '../steps/service.ts'
import { presentLeftOut } from '../works/service.ts'
import { isUnopened, mayDeleteRound, mayEditRound, mayPlan, maySettle, mayStep, todoOf } from './policy.ts'
import { roundDiscrepancies } from './ports.ts'
import type { ListedRow } from './setup/round-queries.ts'
import type { Flagged, listRounds, RoundDetail } from './setup/rounds.ts'

const toIso = (moment: Date | null): string | null => moment?.toISOString() ?? null

const presentListed = (ctx: Ctx, row: Flagged<ListedRow>, whyNot: string | null): ListedRound => {
  const { text: name, locale } = localize(row.name, ctx.locale)
  const activities = row.activities.map((each) => ({ ...each, name: localize(each.name, ctx.locale).text }))
  const window = { opensAt: toIso(row.opensAt), closesAt: toIso(row.closesAt) }
  return { ...row, name, locale, activities, ...window, whyNot }
}

export const presentRounds = (
  ctx: SignedIn,
  { rounds: { list, ...page }, own }: Awaited<ReturnType<typeof listRounds>>,
): Page<ListedRound> => {
  const whyNot = ({ activities }: ListedRow) =>
    whyNotOf(
      ctx,
      own,
      activities.map(({ id }) => id),
    )
  return { ...page, list: list.map((row) => presentListed(ctx, row, whyNot(row))) }
}

/** Of a round that is judged or was. */
const countDiscrepancies = async (ctx: Ctx, { id, state }: RoundDetail): Promise<number> => {
  if (isUnopened({ state }) || state === 'settled') return 0
  const counts = await Promise.all(ctx.installation.ports.all(roundDiscrepancies).map((count) => count(ctx, [id])))
  return counts.reduce((sum, found) => sum + (found.get(id) ?? 0), 0)
}

export const presentRound = async (ctx: Ctx, view: RoundDetail): Promise<Round> => {
  const text = (verdict: Parameters<typeof refusalText>[0]) => refusalText(verdict, ctx.locale)
  const steps = Object.fromEntries(roundSteps.map((step) => [step, text(mayStep(view, step, ctx))]))
  return {
    // Whoever takes part does not read it.
    ...presentListed(ctx, view, null),
    version: view.version,
    editionId: view.editionId,
    timeZone: view.timeZone,
    source: { name: view.name, previous: view.previousId, rules: view.rules, allowsDownload: view.allowsDownload },
    rulesHash: view.frozenHash?.toString('hex') ?? null,
    openedAt: toIso(view.openedAt),
    closedAt: toIso(view.closedAt),
    settledAt: toIso(view.settledAt),
    phase: view.phase ? { opensAt: toIso(view.phase.opensAt)!, closesAt: toIso(view.phase.closesAt)! } : null,
    leavesOut: view.leavesOut ? presentLeftOut(view.leavesOut) : null,
    may: {
      ...(steps as Pick<Round['may'], (typeof roundSteps)[number]>),
      edit: text(mayEditRound(view)),
      plan: text(mayPlan(view, ctx)),
      settle: text(maySettle(view)),
      delete: text(mayDeleteRound(view)),
    },
    todo: todoOf(view, { openFlags: view.openFlags, discrepancies: await countDiscrepancies(ctx, view) }, ctx),
  }
}
