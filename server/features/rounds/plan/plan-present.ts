import { leastSheetsOfExpert } from '../../../platform/scores/calibrate.ts'
import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import { joinList } from '@lectern/contract/lists.ts'
import { localize } from '@lectern/contract/localized.ts'
import type * as contract from '@lectern/contract/rounds/review-plan.ts'
import type { Plan } from '@lectern/contract/rounds/review-plan.ts'
import type { Ctx } from '../../../platform/context.ts'
import { t } from '../../../platform/messages.ts'
import type { PlanView } from './plan.ts'
import { activityFields, describeEntries, plannedExperts, plannedPanels, type PlannedExpert } from './plan-queries.ts'
import type { ShortReason, StoredPlan } from './plan-values.ts'
import { shownName } from '../reviewers/reviewer-present.ts'
import type { RoundView } from '../setup/round-queries.ts'

const maxShort = 200
const maxNames = 5

interface Named {
  id: string
  name: string
}

/** The first names, and that there are more. */
const someNames = (ctx: Ctx, names: readonly string[]): string =>
  names.length <= maxNames
    ? joinList(ctx.locale, names)
    : t(ctx.locale, 'office.plan.andMore', {
        names: joinList(ctx.locale, names.slice(0, maxNames)),
        count: names.length - maxNames,
      })

const loadsOf = (
  { rules }: RoundView,
  stored: StoredPlan,
  experts: readonly (PlannedExpert & Named)[],
  panels: readonly Named[],
): Plan['loads'] => {
  const counts = new Map<string, number>()
  const add = (key: string): void => void counts.set(key, (counts.get(key) ?? 0) + 1)
  const limitOf = ({ maxWorks }: PlannedExpert): number => Math.min(maxWorks, rules.maxWorks)
  if (rules.mode === 'pool') {
    for (const { reviewer } of stored.assignments) add(reviewer)
    return experts.map((expert) => ({
      reviewer: expert.id,
      panel: null,
      name: expert.name,
      works: counts.get(expert.id) ?? 0,
      max: limitOf(expert),
    }))
  }
  for (const { panel } of stored.panels) add(panel)
  return panels.map(({ id, name }) => {
    const limits = experts.filter((expert) => expert.panel === id).map(limitOf)
    return {
      reviewer: null,
      panel: id as Plan['loads'][number]['panel'],
      name,
      works: counts.get(id) ?? 0,
      max: limits.length > 0 ? Math.min(...limits) : null,
    }
  })
}

/** What would help, the most useful first. */
const adviceOf = (
  ctx: Ctx,
  { view, stored }: PlanView & { stored: StoredPlan },
  experts: readonly (PlannedExpert & Named)[],
  panels: readonly Named[],
): string[] => {
  const { locale } = ctx
  const { rules } = view
  const warnings: string[] = []
  const shortBy = (...reasons: ShortReason[]) => stored.short.filter(({ why }) => reasons.includes(why))
  const missing = (rows: StoredPlan['short']): number => rows.reduce((sum, row) => sum + row.missing, 0)
  const tooFew = shortBy('experts')
  if (tooFew.length > 0) {
    const places = missing(tooFew)
    const count = Math.max(...tooFew.map((row) => row.missing), Math.ceil(places / rules.maxWorks))
    warnings.push(t(locale, 'office.plan.advice.experts', { places, count }))
  }
  for (const { works, experts: full, panels: fullPanels, wanted, available } of stored.blocked) {
    const names = [...experts, ...panels]
      .filter(({ id }) => (full as string[]).includes(id) || (fullPanels as string[]).includes(id))
      .map(({ name }) => name)
    if (names.length > 0)
      warnings.push(
        t(locale, rules.mode === 'pool' ? 'office.plan.advice.blocked' : 'office.plan.advice.blockedPanels', {
          works,
          wanted,
          available,
          names: someNames(ctx, names),
        }),
      )
  }
  const sameSchool = shortBy('conflicts', 'institution', 'panelConflicts').length
  if (sameSchool > 0) warnings.push(t(locale, 'office.plan.advice.otherInstitutions', { works: sameSchool }))
  if (shortBy('panels').length > 0) warnings.push(t(locale, 'office.plan.advice.panels'))
  if (shortBy('declined').length > 0)
    warnings.push(t(locale, 'office.plan.advice.declined', { works: shortBy('declined').length }))
  const outside = experts.filter((expert) => expert.panel === null).length
  if (rules.mode === 'panel' && outside > 0) warnings.push(t(locale, 'office.plan.advice.noPanel', { count: outside }))
  const unanswered = view.experts - view.accepted
  if (unanswered > 0) warnings.push(t(locale, 'office.plan.advice.unanswered', { count: unanswered }))
  const few = [...Map.groupBy(stored.assignments, ({ reviewer }) => reviewer).values()].filter(
    (own) => own.length < leastSheetsOfExpert,
  ).length
  if (few > 0 && rules.aggregate === 'calibrated')
    warnings.push(t(locale, 'office.plan.advice.uncalibrated', { count: few }))
  if (!stored.isConnected && rules.aggregate === 'calibrated')
    warnings.push(t(locale, 'office.plan.advice.unconnected'))
  return warnings
}

const presentShort = async (ctx: Ctx, stored: StoredPlan): Promise<Plan['short']> => {
  const rows = stored.short.slice(0, maxShort)
  const works = new Map(
    (
      await describeEntries(
        ctx.db,
        rows.map((row) => row.entry),
      )
    ).map((work) => [work.id, work]),
  )
  return rows
    .map(({ entry, missing, why }) => ({
      entry,
      code: works.get(entry)?.code ?? '',
      title: works.get(entry)?.title ?? '',
      missing,
      reason: t(ctx.locale, `office.plan.why.${why}`),
    }))
    .toSorted((one, other) => other.missing - one.missing || (one.code < other.code ? -1 : 1))
}

const presentStored = async (ctx: Ctx, plan: PlanView & { stored: StoredPlan }): Promise<Plan> => {
  const { view, stored, isStale, added, removed } = plan
  const experts = (await plannedExperts(ctx.db, view.id)).map((row) => ({ ...row, name: shownName(row, ctx.locale) }))
  const panels = await plannedPanels(ctx.db, view.id)
  return {
    seed: stored.seed,
    madeAt: stored.madeAt,
    works: stored.works,
    experts: stored.experts,
    assignments: stored.assignments.length,
    loads: loadsOf(view, stored, experts, panels),
    fit: stored.fit,
    short: await presentShort(ctx, stored),
    shortTotal: new Set(stored.short.map(({ entry }) => entry)).size,
    advice: adviceOf(ctx, plan, experts, panels),
    isConnected: stored.isConnected,
    isComplete: stored.isComplete ?? true,
    added,
    removed,
    isStale,
    publishedAt: stored.publishedAt ?? null,
  }
}

export const presentPlan = async (ctx: Ctx, plan: PlanView): Promise<AnswerOf<typeof contract.readPlan>> => {
  const { stored, task, view } = plan
  const activities = await activityFields(ctx.db, view.id)
  return {
    plan: stored ? await presentStored(ctx, { ...plan, stored }) : null,
    task: task ?? null,
    activities: activities.map(({ id, name, fields }) => ({ id, name: localize(name, ctx.locale).text, fields })),
  }
}
