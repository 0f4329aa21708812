import { localize } from '@lectern/contract/localized.ts'
import type { Page } from '@lectern/contract/paging.ts'
import { roundSteps } from '@lectern/contract/review-values.ts'
import type { ListedRound, Round } from '@lectern/contract/rounds.ts'
import type { Ctx } from '../../platform/context.ts'
import { refusalText } from '../../platform/policy.ts'
import { mayDeleteRound, mayEditRound, mayPlan, maySettle, mayStep, todoOf } from './policy.ts'
import type { ListedRow } from './round-queries.ts'
import type { Flagged, RoundDetail } from './rounds.ts'

const toIso = (moment: Date | null): string | null => moment?.toISOString() ?? null

export const presentListed = (ctx: Ctx, row: Flagged<ListedRow>): ListedRound => {
  const { text: name, locale } = localize(row.name, ctx.locale)
  const activities = row.activities.map((each) => ({ ...each, name: localize(each.name, ctx.locale).text }))
  return { ...row, name, locale, activities, opensAt: toIso(row.opensAt), closesAt: toIso(row.closesAt) }
}

export const presentRounds = (ctx: Ctx, { list, ...page }: Page<Flagged<ListedRow>>): Page<ListedRound> => ({
  ...page,
  list: list.map((row) => presentListed(ctx, row)),
})

export const presentRound = (ctx: Ctx, view: RoundDetail): Round => {
  const text = (verdict: Parameters<typeof refusalText>[0]) => refusalText(verdict, ctx.locale)
  const steps = Object.fromEntries(roundSteps.map((step) => [step, text(mayStep(view, step, ctx))]))
  return {
    ...presentListed(ctx, view),
    version: view.version,
    editionId: view.editionId,
    timeZone: view.timeZone,
    source: { name: view.name, previous: view.previousId, rules: view.rules },
    rulesHash: view.frozenHash?.toString('hex') ?? null,
    openedAt: toIso(view.openedAt),
    closedAt: toIso(view.closedAt),
    settledAt: toIso(view.settledAt),
    may: {
      ...(steps as Pick<Round['may'], (typeof roundSteps)[number]>),
      edit: text(mayEditRound(view)),
      plan: text(mayPlan(view, ctx)),
      settle: text(maySettle(view)),
      delete: text(mayDeleteRound(view)),
    },
    todo: todoOf(view, view.openFlags, ctx),
  }
}
