import type { ActivityId, WorkId } from '@lectern/contract/ids.ts'
import type { PrizeRules } from '@lectern/contract/results/prize-rules.ts'
import type { ListInput, ListWork, RoundFigures } from '../ranking/list-input.ts'
import { scoreRulesOf } from '../../../platform/scores/round-scores.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { fail } from '../../../platform/failure.ts'
import { t } from '../../../platform/messages.ts'
import { storedRows, type StoredRow } from '../../scoring/service.ts'
import { freezePrizes, institutionsOf } from './frozen-prizes.ts'
import { settledRounds, standingDecisions, worksToRank, type SettledRound, type WorkToRank } from './input-queries.ts'
import type { ListedPerson, TieData } from '../tables.ts'

/** What people see of a work, beside its place. */
export interface ShownWork {
  id: WorkId
  submission: number
  title: string
  team: string
  people: ListedPerson[]
  school: string | null
  province: string | null
  isLicensed: boolean
  parts: string[]
  adjustmentReason: string | null
}

/** Everything that a list is computed and shown from, at one moment. */
export interface ListSource {
  input: ListInput
  /** By number. */
  shown: ReadonlyMap<string, ShownWork>
}

/** The input names nobody: institutions are numbered in the order of their works. */
const numberInstitutions = (works: readonly WorkToRank[]): ReadonlyMap<string, number> => {
  const names = new Set(works.flatMap(({ institution }) => institution ?? []))
  return new Map([...names].map((name, at) => [name, at + 1]))
}

type Decisions = Awaited<ReturnType<typeof standingDecisions>>
type Correction = { work: WorkId; title?: string; school?: string; names?: { account: string; name: string }[] }

const dataOf = <Data>(decisions: Decisions, kind: Decisions[number]['kind']) =>
  decisions.filter((one) => one.kind === kind).map(({ id, data, reason }) => ({ id, data: data as Data, reason }))

/** A work whose title and names, if they were found to be wrong, are put right. */
const corrected = (work: WorkToRank, corrections: readonly Correction[]): WorkToRank => {
  const own = corrections.filter((one) => one.work === work.id)
  const nameOf = (account: string | null): string | undefined =>
    own.flatMap(({ names = [] }) => names).findLast((one) => one.account === account)?.name
  return {
    ...work,
    title: own.findLast(({ title }) => title !== undefined)?.title ?? work.title,
    names: work.names.map((person) => ({ ...person, name: nameOf(person.account) ?? person.name })),
  }
}

interface RoundRows extends SettledRound {
  perMille: number
  byCode: ReadonlyMap<string, StoredRow>
}

const figuresOf = ({ entries }: WorkToRank, { id, byCode }: RoundRows): RoundFigures | null => {
  const code = entries.find(({ round }) => round === id)?.code
  const row = code === undefined ? undefined : byCode.get(code)
  return row ? { code: row.work, score: row.score, tieKeys: row.tieKeys, used: row.used, dropped: row.dropped } : null
}

/** Loads the rounds that count; refuses if one is not settled. */
const loadRounds = async ({ db, locale }: Ctx, rules: PrizeRules): Promise<RoundRows[]> => {
  const rows = await settledRounds(
    db,
    rules.rounds.map(({ round }) => round),
  )
  return rules.rounds.map(({ round: id, perMille }) => {
    const row = rows.find((one) => one.id === id)
    if (!row || row.rules.kind !== 'scored')
      throw fail('result.refused', { reason: t(locale, 'office.results.todo.notSettled') })
    return { ...row, perMille, byCode: new Map(storedRows(row.rows).map((each) => [each.work, each])) }
  })
}

interface Asked {
  activity: { id: ActivityId; code: string; frozen: string | null }
  rules: PrizeRules
}

/** In a transaction that has locked the results. */
export const readListSourceWithin = async (ctx: Ctx, { activity, rules }: Asked): Promise<ListSource> => {
  const { db } = ctx
  const rounds = await loadRounds(ctx, rules)
  const decisions = await standingDecisions(db, activity.id)
  const corrections = dataOf<Correction>(decisions, 'correction').map(({ data }) => data)
  const countedBy = institutionsOf(activity)
  const workRows = await worksToRank(db, {
    activity: activity.id,
    rounds: rounds.map(({ id }) => id),
    group: rules.group,
    schools: Object.fromEntries(corrections.flatMap(({ work, school }) => (school ? [[work, school]] : []))),
    institutions: countedBy,
  })
  const works = workRows.map((work) => corrected(work, corrections))
  const institutions = numberInstitutions(works)
  const excluded = new Set(dataOf<{ work: WorkId }>(decisions, 'exclusion').map(({ data }) => data.work))
  const numbers = new Map(works.map(({ id, number }) => [id, number]))
  const adjustments = new Map(
    dataOf<{ work: WorkId; prize: string | null }>(decisions, 'adjustment').flatMap(({ data, reason }) => {
      const number = numbers.get(data.work)
      return number === undefined ? [] : [[number, { prize: data.prize, reason }] as const]
    }),
  )
  const listed = works.map((work): ListWork => ({
    number: work.number,
    group: work.answer,
    institution: work.institution === null ? null : institutions.get(work.institution)!,
    isExcluded: work.state !== 'accepted' || excluded.has(work.id) || work.entries.some(({ isRemoved }) => isRemoved),
    rounds: rounds.map((round) => figuresOf(work, round)),
  }))
  const input: ListInput = {
    rules: {
      tiers: rules.tiers.map(({ id, quota, minScore, maxPerInstitution }) => ({
        id,
        quota,
        minScore,
        maxPerInstitution,
      })),
      rounding: rules.rounding,
      ties: rules.ties,
    },
    rulesHash: freezePrizes(activity, rules, countedBy).frozenHash.toString('hex'),
    ...(countedBy && { institutions: countedBy }),
    rounds: rounds.map(({ code, perMille, number, rowsHash, rules: roundRules }) => ({
      code,
      perMille,
      settlement: number,
      hash: rowsHash.toString('hex'),
      ties: scoreRulesOf(roundRules).ties,
    })),
    works: listed,
    // A work that is not listed any more keeps its place by its id: without it the order would be about another tie.
    orders: dataOf<TieData>(decisions, 'tie').map(({ id, data }) => ({
      id,
      works: data.works.map((work) => numbers.get(work) ?? work),
      ...(data.rounds && { rounds: data.rounds }),
    })),
    adjustments: [...adjustments].map(([work, { prize }]) => ({ work, prize })),
  }
  const entries = works.map((work): [string, ShownWork] => [
    work.number,
    {
      id: work.id,
      submission: work.submission,
      title: work.title,
      team: work.team,
      people: work.names.map(({ account, name, role }) => ({ account, name, role })),
      school: work.school,
      province: work.province,
      isLicensed: work.isLicensed,
      parts: work.parts,
      adjustmentReason: adjustments.get(work.number)?.reason ?? null,
    },
  ])
  return { input, shown: new Map(entries) }
}

/** Reads everything at one moment. */
export const readListSource = (ctx: Ctx, request: Asked): Promise<ListSource> =>
  ctx.db.transaction((db: Database) => readListSourceWithin({ ...ctx, db }, request), {
    isolationLevel: 'repeatable read',
    accessMode: 'read only',
  })
