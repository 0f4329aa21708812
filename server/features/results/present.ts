import { listSteps } from '@lectern/contract/results/result-values.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import { localize } from '@lectern/contract/localized.ts'
import { regionName } from '@lectern/contract/regions.ts'
import type { PrizeRules } from '@lectern/contract/results/prize-rules.ts'
import type { Page } from '@lectern/contract/paging.ts'
import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import type * as differences from '@lectern/contract/results/result-differences.ts'
import type * as contract from '@lectern/contract/results/results.ts'
import type { AccountId } from '@lectern/contract/ids.ts'
import type { Ctx, SignedIn } from '../../platform/context.ts'
import { all, permitted, refusalText, refuse } from '../../platform/policy.ts'
import { whyNotOf } from '../steps/service.ts'
import { presentLeftOut } from '../works/service.ts'
import { bordersOf } from './lists/borders.ts'
import { prizeOfDecision, worksOfDecision } from './decisions/decision-data.ts'
import { fingerprintVersionOf } from './lists/fingerprint.ts'
import type { ActivityRow } from './office/activity-queries.ts'
import type { ListHeadRow, ListView } from './lists/list-queries.ts'
import { namesOfPeople } from './lists/list-queries.ts'
import { mayDecideOnList, mayStepList } from './policy.ts'
import { plannedPublicityEnd, readListPhase } from './publication/list-phases.ts'
import { rowsByNumber } from './lists/row-queries.ts'
import { groupsOf, type ActivityResultsView, type listResultActivities } from './office/rules.ts'
import type { listResultRows, readDifference, readRankings } from './lists/rows.ts'
import { obstaclesTo } from './steps.ts'
import type { ListTotals } from './tables.ts'

type Named = { id: string; label: string }

const toIso = (moment: Date | null | undefined): string | null => moment?.toISOString() ?? null

/** A prize in the caller's language; one that the rules do not know keeps its id. */
export const presentPrize = (locale: Locale, { tiers }: Pick<PrizeRules, 'tiers'>, id: string): Named => {
  const tier = tiers.find((one) => one.id === id)
  return { id, label: tier ? localize(tier.label, locale).text : id }
}

/** A province by its name. Free text stays as it is. */
export const presentProvince = (locale: Locale, code: string | null): string | null =>
  code === null ? null : (regionName(code, locale) ?? code)

interface Grouped {
  fields: ActivityRow['fields']
  rules: PrizeRules
}

/** A group by the words of the question. */
export const presentGroup = (locale: Locale, { fields, rules }: Grouped, id: string | null): Named | null => {
  if (id === null) return null
  const field = groupsOf({ fields }).find((one) => one.id === rules.group)
  const option = field?.options.find((one) => one.id === id)
  return { id, label: option ? localize(option.label, locale).text : id }
}

export const presentHead = ({ now }: Pick<Ctx, 'now'>, row: ListHeadRow): contract.ListHead => ({
  id: row.id,
  number: row.number,
  publicVersion: row.publicVersion,
  state: row.state,
  computedAt: row.computedAt.toISOString(),
  confirmedAt: toIso(row.confirmedAt),
  publicisedAt: toIso(row.publicisedAt),
  publicityUntil: toIso(row.publicityUntil),
  announcedAt: toIso(row.announcedAt),
  isScheduled: row.announcedAt !== null && row.announcedAt > now,
})

export const presentActivities = (
  ctx: SignedIn,
  { list, edition, editions, own }: Awaited<ReturnType<typeof listResultActivities>>,
): AnswerOf<typeof contract.listResultActivities> => ({
  list: list.map(({ name, newest, ...row }) => ({
    ...row,
    name: localize(name, ctx.locale).text,
    newest: newest ? presentHead(ctx, newest) : null,
    whyNot: whyNotOf(ctx, own, [row.id]),
  })),
  editions: editions.map(({ id, year, name, current }) => ({
    id,
    year,
    name: localize(name, ctx.locale).text,
    current,
  })),
  edition: edition?.id ?? null,
  timeZone: edition?.timeZone ?? 'Asia/Shanghai',
})

export const presentActivityResults = (ctx: SignedIn, view: ActivityResultsView): contract.ActivityResults => {
  const { locale } = ctx
  const text = (verdict: Parameters<typeof refusalText>[0]) => refusalText(verdict, locale)
  const inLanguage = (words: Parameters<typeof localize>[0]): string => localize(words, locale).text
  return {
    id: view.id,
    code: view.code,
    name: inLanguage(view.name),
    edition: { id: view.editionId, year: view.year, name: inLanguage(view.editionName) },
    timeZone: view.timeZone,
    accepted: view.accepted,
    version: view.version ?? 0,
    rules: view.rules,
    frozenHash: view.frozenHash?.toString('hex') ?? null,
    frozenAt: toIso(view.frozenAt),
    rounds: view.rounds.map(({ name, settledAt, ...round }) => ({
      ...round,
      kind: 'scored',
      name: inLanguage(name),
      settledAt: toIso(settledAt),
    })),
    groups: groupsOf(view).map(({ id, label, options }) => ({
      id,
      label: inLanguage(label),
      options: options.map((option) => ({ id: option.id, label: inLanguage(option.label) })),
    })),
    lists: view.lists.map((row) => presentHead(ctx, row)),
    decisions: view.decisions.map((decision) => {
      const prize = prizeOfDecision(decision)
      return {
        id: decision.id,
        kind: decision.kind,
        reason: decision.reason,
        by: decision.decidedBy === null ? null : (view.names.get(decision.decidedBy) ?? null),
        at: decision.decidedAt.toISOString(),
        works: worksOfDecision(decision).map((work) => {
          const { number = '', title = '' } = view.works.get(work) ?? {}
          return { work, number, title }
        }),
        prize: prize ? presentPrize(locale, { tiers: view.rules?.tiers ?? [] }, prize) : null,
        undoneAt: toIso(decision.undoneAt),
        may: {
          undo: text(
            all(
              decision.undoneAt === null ? permitted : refuse('result.decisionUndone'),
              decision.caseId === null ? permitted : refuse('result.decidedByCase'),
            ),
          ),
        },
      }
    }),
    task: view.task,
    may: { save: text(view.may.save), compute: text(view.may.compute) },
    todo: view.todo,
  }
}

interface Counted extends Grouped {
  totals: ListTotals
}

const presentGroups = (locale: Locale, counted: Counted): contract.GroupCount[] =>
  counted.totals.groups.map(({ group, accepted, ranked, excluded, tiers }) => ({
    group: presentGroup(locale, counted, group),
    accepted,
    ranked,
    excluded,
    tiers: tiers.map(({ tier, places, awarded: byScores }) => {
      const total = counted.totals.prizes.find((one) => one.group === group && one.prize === tier)
      const awarded = total?.awarded ?? 0
      return {
        ...presentPrize(locale, counted.rules, tier),
        places,
        awarded,
        byScores,
        vacant: Math.max(0, places - awarded),
        lowest: total?.lowest ?? null,
      }
    }),
  }))

type TiedWork = contract.OpenTie['works'][number]

const presentTies = (
  locale: Locale,
  facts: Grouped & { totals: ListTotals },
  works: ReadonlyMap<string, TiedWork>,
  scoreOf: (number: string) => number | null,
): contract.OpenTie[] =>
  facts.totals.openTies.map((tie) => ({
    group: presentGroup(locale, facts, tie.group),
    prize: presentPrize(locale, facts.rules, tie.tier),
    // Lists of older versions do not tell: they knew no other one.
    cause: (tie as Partial<typeof tie>).cause ?? 'places',
    places: tie.places,
    score: scoreOf(tie.works[0]!),
    works: tie.works.flatMap((number) => {
      const work = works.get(number)
      return work ? [{ work: work.work, number, title: work.title, team: work.team }] : []
    }),
  }))

type Simulated = Awaited<ReturnType<typeof import('./lists/computation.ts').simulatePrizes>>

export const presentSimulation = (
  { locale }: Ctx,
  { activity, rules, totals, rows, source }: Simulated,
): AnswerOf<typeof contract.simulatePrizes> => {
  const counted = { fields: activity.fields, rules, totals }
  const works = new Map(
    [...source.shown].map(([number, { id, title, team }]) => [number, { work: id, number, title, team }]),
  )
  const scores = new Map(rows.map(({ number, score }) => [number, score]))
  return {
    groups: presentGroups(locale, counted),
    openTies: presentTies(locale, counted, works, (number) => scores.get(number) ?? null),
    borders: bordersOf(rows, rules).map(({ group, prize, rows: near }) => ({
      group: presentGroup(locale, counted, group),
      prize: presentPrize(locale, rules, prize),
      works: near.map(({ number, rank, score, prize: prizeName }) => ({
        ...works.get(number)!,
        rank,
        score,
        prize: prizeName === null ? null : presentPrize(locale, rules, prizeName),
      })),
    })),
  }
}

const stepBy = (names: ReadonlyMap<AccountId, string>, at: Date | null, by: AccountId | null) =>
  at ? { at: at.toISOString(), name: by === null ? null : (names.get(by) ?? null) } : null

export const presentList = async (ctx: SignedIn, view: ListView): Promise<contract.ResultList> => {
  const { db, locale } = ctx
  const names = await namesOfPeople(db, [
    view.computedBy,
    view.proposedBy,
    view.confirmedBy,
    view.publicisedBy,
    view.finalisedBy,
    view.announcedBy,
  ])
  const tied = await rowsByNumber(
    db,
    view.id,
    view.totals.openTies.flatMap(({ works }) => works),
  )
  const { phase, leavesOut } = await readListPhase(ctx, view, ctx.now)
  const asking = { ...ctx, who: ctx.actor.id }
  const may = await Promise.all(
    listSteps.map(async (step) => {
      const verdict = mayStepList(view, step, asking)
      return [step, refusalText(verdict.permitted ? await obstaclesTo(ctx, view, step) : verdict, locale)] as const
    }),
  )
  return {
    ...presentHead(ctx, view),
    activity: { id: view.activityId, code: view.activityCode, name: localize(view.activityName, locale).text },
    timeZone: view.timeZone,
    version: view.version,
    reason: view.reason,
    computed: stepBy(names, view.computedAt, view.computedBy)!,
    proposed: stepBy(names, view.proposedAt, view.proposedBy),
    isOwnProposal: view.proposedBy === ctx.actor.id,
    confirmed: stepBy(names, view.confirmedAt, view.confirmedBy),
    confirmedAlone: view.confirmedAlone,
    publicised: stepBy(names, view.publicisedAt, view.publicisedBy),
    finalised: stepBy(names, view.finalisedAt, view.finalisedBy),
    announced: stepBy(names, view.announcedAt, view.announcedBy),
    supersededAt: toIso(view.supersededAt),
    supersededBy: view.supersededBy,
    inputHash: view.inputHash.toString('hex'),
    rowsHash: view.rowsHash.toString('hex'),
    rulesHash: view.rulesHash.toString('hex'),
    fingerprint: (view.fingerprint ?? view.rowsHash).toString('hex'),
    fingerprintVersion: fingerprintVersionOf(view),
    groups: presentGroups(locale, view),
    openTies: presentTies(locale, view, tied, (number) => tied.get(number)?.score ?? null),
    rules: view.rules,
    phase: phase ? { opensAt: phase.opensAt.toISOString(), closesAt: phase.closesAt.toISOString() } : null,
    publicityEnd: toIso(plannedPublicityEnd(phase, ctx.now)),
    leavesOut: view.announcedAt !== null && view.announcedAt <= ctx.now ? null : presentLeftOut(leavesOut),
    may: {
      ...(Object.fromEntries(may) as Omit<contract.ResultList['may'], 'decide'>),
      decide: refusalText(mayDecideOnList(view), locale),
    },
  }
}

type Rows = Awaited<ReturnType<typeof listResultRows>>

export const presentRows = ({ locale }: Ctx, { view, list, ...page }: Rows): Page<contract.ResultRow> => ({
  ...page,
  list: list.map(({ rounds, group, prize, people, ...row }) => ({
    ...row,
    group: presentGroup(locale, view, group),
    prize: prize === null ? null : presentPrize(locale, view.rules, prize),
    people: people.map(({ name, role }) => ({ name, role })),
    rounds: view.rules.rounds.map(({ round }, at) => {
      const figures = rounds[at]
      return {
        round,
        score: figures?.score ?? null,
        sheets: figures?.used.length ?? 0,
        dropped: figures?.dropped.length ?? 0,
      }
    }),
  })),
})

export const presentRankings = (
  { locale }: Ctx,
  { view, list, ...answer }: Awaited<ReturnType<typeof readRankings>>,
): AnswerOf<typeof contract.readRankings> => ({
  ...answer,
  list: list.map(({ work, number, title, group, rank, ranks }) => ({
    work,
    number,
    title,
    group: presentGroup(locale, view, group),
    rank,
    ranks,
  })),
})

export const presentDifference = (
  { locale }: Ctx,
  { view, list, ...answer }: Awaited<ReturnType<typeof readDifference>>,
): AnswerOf<typeof differences.readDifference> => {
  const standing = (one: (typeof list)[number]['before']) =>
    one && { ...one, prize: one.prize === null ? null : presentPrize(locale, view.rules, one.prize) }
  return {
    ...answer,
    list: list.map(({ before, after, ...change }) => ({
      ...change,
      before: standing(before),
      after: standing(after),
    })),
  }
}
