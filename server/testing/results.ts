import type {
  ActivityId,
  AssignmentId,
  EditionId,
  ResultListId,
  RoundId,
  TaskId,
  WorkId,
} from '@lectern/contract/ids.ts'
import type { PrizeRules } from '@lectern/contract/results/prize-rules.ts'
import type { ListStep } from '@lectern/contract/results/result-values.ts'
import * as contract from '@lectern/contract/results/results.ts'
import { readTask } from '@lectern/contract/tasks/tasks.ts'
import { usualPrizes } from '@lectern/contract/results/default-prizes.ts'
import { expect, vi } from 'vitest'
import { loadRoundScores } from '../features/scoring/service.ts'
import { settlementText } from '../features/scoring/settlement/settle-round.ts'
import { settlement } from '../features/scoring/tables.ts'
import { sheet, sheetVersion } from '../features/review/tables.ts'
import { hashOf } from '../features/results/lists/frozen-prizes.ts'
import { resultDecision, type TieData } from '../features/results/tables.ts'
import { newId } from '../platform/ids.ts'
import { goesOnRuleOf } from '../platform/scores/round-scores.ts'
import { settleRound } from '../features/scoring/settlement/score-tasks.ts'
import { scoreInputText } from '../platform/scores/score-input.ts'
import type { RoundRules } from '@lectern/contract/rounds/round-rules.ts'
import { createEdition } from './contest.ts'
import { createPerson, english, type TestPerson } from './people.ts'
import { storeAcceptedWork } from './accepted-works.ts'
import { moveStoredRound, storeAssignment, storeEntry, createExpert, storeReviewer, storeRound } from './rounds.ts'
import { fixedNow, type TestSite } from './site.ts'
import { createWorkActivity } from './works.ts'

type StoredWork = Parameters<typeof storeAcceptedWork>[2]

interface TestResults {
  /** Of each work, in points: what every expert gave, or what each of them did; null: this expert did not judge it. */
  scores: readonly (number | readonly (number | null)[])[]
  works?: readonly StoredWork[]
  rules?: Partial<RoundRules>
  experts?: number
  /** By how much each expert differs from that, in hundredths of a point. */
  offsets?: readonly number[]
  editionId?: EditionId
  activityId?: ActivityId
  organiser?: TestPerson
  comments?: readonly string[]
}

/** A submitted sheet: all points for the first criterion, as far as they fit. */
const storeSheet = async (site: TestSite, assignmentId: AssignmentId, total: number, comment: string) => {
  const scores = { design: Math.min(total, 6_000), effect: Math.max(0, total - 6_000) }
  const shared = { assignmentId, scores, comment, remark: '', seconds: 60, total, submittedAt: fixedNow }
  await site.db.insert(sheet).values({ ...shared, version: 1, number: 1, createdAt: fixedNow, updatedAt: fixedNow })
  await site.db.insert(sheetVersion).values({ ...shared, number: 1 })
}

/** Stores the scores of a round as settling does. */
const storeSettlement = async (site: TestSite, round: { id: RoundId; rules: RoundRules }, number = 1) => {
  const { input } = await loadRoundScores(site.db, round)
  const text = scoreInputText(input)
  const rows = settlementText(settleRound({ input, goesOn: goesOnRuleOf(round.rules.goesOn) }))
  await site.db.insert(settlement).values({
    roundId: round.id,
    number,
    input: text,
    inputHash: hashOf(text),
    rows,
    rowsHash: hashOf(rows),
    settledAt: fixedNow,
  })
}

/** An activity with a settled round. */
export const settledActivity = async (site: TestSite, options: TestResults) => {
  const { scores, works = [], experts = 3, comments = [], offsets = [] } = options
  const editionId = options.editionId ?? (await createEdition(site))
  const activityId = options.activityId ?? (await createWorkActivity(site, editionId))
  const organiser = options.organiser ?? (await createPerson(site, { access: 'admin' }))
  const round = await storeRound(site, {
    editionId,
    activityIds: [activityId],
    rules: { expertsPerWork: experts, ...options.rules },
  })
  const people = []
  const reviewers = []
  for (let index = 0; index < experts; index += 1) {
    const person = await createExpert(site)
    people.push(person)
    reviewers.push(await storeReviewer(site, round.id, person.id))
  }
  const stored = []
  for (const [at, points] of scores.entries()) {
    const work = await storeAcceptedWork(site, activityId, works[at])
    const entry = await storeEntry(site, round.id, work.workId)
    for (const [turn, reviewerId] of reviewers.entries()) {
      const given = typeof points === 'number' ? points : points[turn]!
      if (given === null) continue
      const { id } = await storeAssignment(site, round.id, entry.id, reviewerId)
      await storeSheet(site, id, Math.round(given * 100) + (offsets[turn] ?? 0), comments[turn] ?? '')
    }
    stored.push({ ...work, code: entry.code, entryId: entry.id })
  }
  await storeSettlement(site, round)
  await moveStoredRound(site, round.id, 'settled')
  return { editionId, activityId, organiser, round, experts: people, works: stored }
}
export type SettledActivity = Awaited<ReturnType<typeof settledActivity>>

/** An order of tied works, as an older version recorded it, or with the rounds whose total it is about. */
export const storeTieOrder = async (
  site: TestSite,
  { activityId, organiser }: Pick<SettledActivity, 'activityId' | 'organiser'>,
  works: WorkId[],
  rounds?: TieData['rounds'],
): Promise<void> => {
  await site.db.insert(resultDecision).values({
    id: newId(fixedNow),
    activityId,
    kind: 'tie',
    data: { works, ...(rounds && { rounds }) },
    reason: 'A vote of the committee',
    decidedBy: organiser.id,
    decidedAt: fixedNow,
  })
}

/** Waits until a background task has ended. */
export const finishTask = async (site: TestSite, organiser: TestPerson, id: TaskId): Promise<void> => {
  await vi.waitFor(
    async () => {
      const { state, error } = (await site.ask(readTask, { headers: english(organiser), params: { id } })).data
      if (state === 'failed') throw new Error(error ?? 'failed')
      expect(state).toBe('done')
    },
    { timeout: 30_000, interval: 50 },
  )
}

/** What an organiser does with the results of an activity. */
export const resultsOffice = (site: TestSite, { activityId, organiser, round }: SettledActivity) => {
  const headers = english(organiser)
  const ofActivity = { headers, params: { id: activityId } }
  const read = async () => (await site.ask(contract.readActivityResults, ofActivity)).data
  const rulesWith = (changes: Partial<PrizeRules> = {}): PrizeRules => ({
    ...usualPrizes,
    rounds: [{ round: round.id, perMille: 1_000 }],
    ...changes,
  })
  const readList = async (id: ResultListId) => (await site.ask(contract.readList, { headers, params: { id } })).data
  const newest = async () => readList((await read()).lists[0]!.id)
  const finish = (task: TaskId) => finishTask(site, organiser, task)
  return {
    headers,
    read,
    rulesWith,
    readList,
    newest,
    finish,
    save: async (changes: Partial<PrizeRules> = {}) =>
      site.ask(contract.savePrizeRules, {
        ...ofActivity,
        body: { version: (await read()).version, rules: rulesWith(changes) },
      }),
    compute: async (reason?: string) => {
      const { data } = await site.ask(contract.computeList, { ...ofActivity, body: reason ? { reason } : {} })
      await finish(data.task)
      return newest()
    },
    rows: async (id: ResultListId, query = {}) =>
      (await site.ask(contract.listResultRows, { headers, params: { id }, query: { pageSize: '100', ...query } })).data
        .list,
    step: async (
      step: ListStep,
      { as = organiser, ...more }: { as?: TestPerson; reason?: string; until?: string; at?: string } = {},
    ) => {
      const { id, version, leavesOut } = await newest()
      // Enrolment is open in most tests.
      const seen = leavesOut && { acknowledged: leavesOut }
      const body = { step, version, ...seen, ...more }
      return site.ask(contract.stepList, { headers: english(as), params: { id }, body })
    },
  }
}
