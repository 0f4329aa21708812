import { z } from 'zod'
import { lines } from '../accounts/account-fields.ts'
import { endpoint } from '../endpoint.ts'
import { activityId, editionId, resultDecisionId, resultListId, roundId, taskId, workId } from '../ids.ts'
import { seenVersion } from '../ordering.ts'
import { pageOf, pageQuery } from '../paging.ts'
import { prizeRules } from './prize-rules.ts'
import { listStates, listSteps, resultDecisionKinds, resultFormats, tieCauses } from './result-values.ts'
import { maxReasonLength, roundKinds, roundStates } from '../review/review-values.ts'
import { teamRoles } from '../teams/team-values.ts'
import { leftOut } from '../works/left-out.ts'

/** Null if it is allowed; otherwise the reason, in the caller's language. */
const refusal = z.string().nullable()
const moment = z.iso.datetime().nullable()
const hash = z.string()
const reason = lines(maxReasonLength)
/** In hundredths of a point. */
const points = z.int().nullable()

const activityParams = z.strictObject({ id: activityId })
const listParams = z.strictObject({ id: resultListId })

/** A prize or a group, in the caller's language. */
const named = z.object({ id: z.string(), label: z.string() })

export const resultPerson = z.object({ name: z.string(), role: z.enum(teamRoles) })

const listHead = z.object({
  id: resultListId,
  /** Counts every list of the activity, those that nobody but organisers saw too. */
  number: z.int(),
  /** What visitors know it by; null: never publicised. */
  publicVersion: z.int().nullable(),
  state: z.enum(listStates),
  computedAt: z.iso.datetime(),
  /** When a second organiser agreed to what was proposed. */
  confirmedAt: moment,
  publicisedAt: moment,
  publicityUntil: moment,
  /** In the future: scheduled. */
  announcedAt: moment,
  isScheduled: z.boolean(),
})
export type ListHead = z.infer<typeof listHead>

export const listResultActivities = endpoint({
  method: 'GET',
  path: '/api/results/activities',
  summary: 'Activities of an edition with the state of their results, for organisers',
  query: z.strictObject({ edition: editionId.optional() }),
  answer: z.object({
    list: z.array(
      z.object({
        id: activityId,
        code: z.string(),
        name: z.string(),
        accepted: z.int(),
        /** Rounds with points, and how many of them are settled. */
        rounds: z.int(),
        settledRounds: z.int(),
        newest: listHead.nullable(),
        /** Why the reader, who takes part, cannot open it; null: they can. */
        whyNot: z.string().nullable(),
      }),
    ),
    editions: z.array(z.object({ id: editionId, year: z.int(), name: z.string(), current: z.boolean() })),
    edition: editionId.nullable(),
    timeZone: z.string(),
  }),
})
export type ResultActivity = z.infer<typeof listResultActivities.answer>['list'][number]

const decision = z.object({
  id: resultDecisionId,
  kind: z.enum(resultDecisionKinds),
  reason: z.string(),
  by: z.string().nullable(),
  at: z.iso.datetime(),
  /** The works concerned, by number; of a tie in the order that was decided. */
  works: z.array(z.object({ work: workId, number: z.string(), title: z.string() })),
  /** Of an adjustment: the prize; null: none. */
  prize: named.nullable(),
  undoneAt: moment,
  may: z.object({ undo: refusal }),
})
export type ResultDecision = z.infer<typeof decision>

const activityResults = z.object({
  id: activityId,
  code: z.string(),
  name: z.string(),
  edition: z.object({ id: editionId, year: z.int(), name: z.string() }),
  timeZone: z.string(),
  accepted: z.int(),
  /** Version of the rules; 0: none are saved, and `rules` are a suggestion. */
  version: z.int(),
  /** Null: no round is settled, and nothing can be suggested. */
  rules: prizeRules.nullable(),
  frozenHash: hash.nullable(),
  frozenAt: moment,
  /** Rounds with points that the activity takes part in. */
  rounds: z.array(
    z.object({
      id: roundId,
      name: z.string(),
      kind: z.enum(roundKinds),
      state: z.enum(roundStates),
      weight: z.int(),
      works: z.int(),
      settledAt: moment,
    }),
  ),
  /** Questions by which works can be ranked apart. */
  groups: z.array(z.object({ id: z.string(), label: z.string(), options: z.array(named) })),
  lists: z.array(listHead),
  decisions: z.array(decision),
  /** A list is being computed. */
  task: taskId.nullable(),
  may: z.object({ save: refusal, compute: refusal }),
  /** What is to be done, in the caller's language. `blocks`: the next step is refused until then. */
  todo: z.array(z.object({ text: z.string(), blocks: z.boolean() })),
})
export type ActivityResults = z.infer<typeof activityResults>

export const readActivityResults = endpoint({
  method: 'GET',
  path: '/api/results/activities/:id',
  summary: 'Prize rules and result lists of an activity, for organisers',
  params: activityParams,
  answer: activityResults,
})

export const savePrizeRules = endpoint({
  method: 'PUT',
  path: '/api/results/activities/:id/rules',
  summary: 'Saves the prize rules; refused once a list was proposed',
  params: activityParams,
  /** Version 0: none were saved before. */
  body: z.strictObject({ version: z.int().min(0), rules: prizeRules }),
  answer: activityResults,
})

/** How many places a prize has in a group, and how many are taken. */
const tierCount = named.extend({
  places: z.int(),
  awarded: z.int(),
  /** By scores alone, before organisers changed prizes. */
  byScores: z.int(),
  vacant: z.int(),
  /** The score of the last work that gets it. */
  lowest: points,
})

const groupCount = z.object({
  /** Null: works are not ranked apart. */
  group: named.nullable(),
  accepted: z.int(),
  ranked: z.int(),
  excluded: z.int(),
  tiers: z.array(tierCount),
})
export type GroupCount = z.infer<typeof groupCount>

const tie = z.object({
  group: named.nullable(),
  /** The prize that not all of them can get. */
  prize: named,
  cause: z.enum(tieCauses),
  /** How many of them get it. */
  places: z.int(),
  score: points,
  works: z.array(z.object({ work: workId, number: z.string(), title: z.string(), team: z.string() })),
})
export type OpenTie = z.infer<typeof tie>

/** The works on both sides of the border of a prize, in their order. */
const border = z.object({
  group: named.nullable(),
  prize: named,
  works: z.array(
    z.object({
      work: workId,
      number: z.string(),
      title: z.string(),
      team: z.string(),
      rank: z.int().nullable(),
      score: points,
      prize: named.nullable(),
    }),
  ),
})
export type PrizeBorder = z.infer<typeof border>

export const simulatePrizes = endpoint({
  method: 'POST',
  path: '/api/results/activities/:id/simulation',
  summary: 'What these rules would give, without storing anything',
  params: activityParams,
  body: z.strictObject({ rules: prizeRules }),
  answer: z.object({ groups: z.array(groupCount), openTies: z.array(tie), borders: z.array(border) }),
})

export const computeList = endpoint({
  method: 'POST',
  path: '/api/results/activities/:id/lists',
  summary: 'Computes a new list in the background',
  params: activityParams,
  idempotent: true,
  /** A reason is needed once a list was publicised. */
  body: z.strictObject({ reason: reason.optional() }),
  answer: z.object({ task: taskId }),
})

const by = z.object({ at: z.iso.datetime(), name: z.string().nullable() })

const resultList = listHead.extend({
  activity: z.object({ id: activityId, code: z.string(), name: z.string() }),
  timeZone: z.string(),
  /** For steps. */
  version: z.int(),
  reason: z.string().nullable(),
  computed: by,
  proposed: by.nullable(),
  /** The caller has proposed it. */
  isOwnProposal: z.boolean(),
  confirmed: by.nullable(),
  /** Where there is only one organiser, they confirm their own proposal with a reason. */
  confirmedAlone: z.string().nullable(),
  publicised: by.nullable(),
  finalised: by.nullable(),
  announced: by.nullable(),
  supersededAt: moment,
  /** The newer list. */
  supersededBy: resultListId.nullable(),
  inputHash: hash,
  rowsHash: hash,
  rulesHash: hash,
  /** As visitors see it. */
  fingerprint: hash,
  fingerprintVersion: z.union([z.literal(1), z.literal(2)]),
  groups: z.array(groupCount),
  openTies: z.array(tie),
  /** The rules that it was computed by. */
  rules: prizeRules,
  /** The phase that is meant for what comes next: until it was publicised the notice, then the results; null: there is none. */
  phase: z.object({ opensAt: z.iso.datetime(), closesAt: z.iso.datetime() }).nullable(),
  /** When a notice that begins now ends, if nobody says otherwise; null: after the days of the rules. */
  publicityEnd: moment,
  /** What publicising or announcing it now would leave out; null: nothing, or it was announced. */
  leavesOut: leftOut.nullable(),
  /** What stands in the way of each step. */
  may: z.record(z.enum([...listSteps, 'decide']), refusal),
})
export type ResultList = z.infer<typeof resultList>

export const readList = endpoint({
  method: 'GET',
  path: '/api/results/lists/:id',
  summary: 'A result list, for organisers',
  params: listParams,
  answer: resultList,
})

const row = z.object({
  work: workId,
  number: z.string(),
  group: named.nullable(),
  rank: z.int().nullable(),
  score: points,
  rounds: z.array(z.object({ round: roundId, score: points, sheets: z.int(), dropped: z.int() })),
  prize: named.nullable(),
  /** It shares its rank with another work of its group. */
  isTied: z.boolean(),
  isExcluded: z.boolean(),
  /** Its institution already has as many as are allowed. */
  isCapped: z.boolean(),
  isAdjusted: z.boolean(),
  adjustmentReason: z.string().nullable(),
  title: z.string(),
  team: z.string(),
  people: z.array(resultPerson),
  school: z.string().nullable(),
  province: z.string().nullable(),
})
export type ResultRow = z.infer<typeof row>

export const listResultRows = endpoint({
  method: 'GET',
  path: '/api/results/lists/:id/rows',
  summary: 'The works of a result list in their order, for organisers',
  params: listParams,
  query: pageQuery.extend({
    group: z.string().max(40).optional(),
    /** The id of a prize, or `none`. */
    prize: z.string().max(40).optional(),
    search: z.string().max(100).optional(),
    /** Works that share their rank with another one. */
    ties: z.literal('true').optional(),
  }),
  answer: pageOf(row),
})

export const rankingMethods = ['mean', 'trimmed', 'calibrated'] as const

export const readRankings = endpoint({
  method: 'GET',
  path: '/api/results/lists/:id/rankings',
  summary: 'How the order would differ by other ways to compute scores, for organisers',
  params: listParams,
  query: pageQuery,
  answer: pageOf(
    z.object({
      work: workId,
      number: z.string(),
      title: z.string(),
      group: named.nullable(),
      rank: z.int().nullable(),
      /** By each method; null: it cannot be computed, or the work has no score. */
      ranks: z.record(z.enum(rankingMethods), z.int().nullable()),
    }),
  ).extend({
    /** Why a method cannot be computed, in the caller's language. */
    refusals: z.record(z.enum(rankingMethods), refusal),
  }),
})

export const decideTie = endpoint({
  method: 'POST',
  path: '/api/results/lists/:id/ties',
  summary: 'Puts tied works in order, with a reason, and computes the list again',
  params: listParams,
  idempotent: true,
  body: z.strictObject({ works: z.array(workId).min(2).max(500), reason }),
  answer: z.object({ task: taskId }),
})

export const adjustPrize = endpoint({
  method: 'POST',
  path: '/api/results/lists/:id/adjustments',
  summary: 'Gives a work another prize or none, with a reason that is public, and computes the list again',
  params: listParams,
  idempotent: true,
  body: z.strictObject({ work: workId, prize: z.string().max(40).nullable(), reason }),
  answer: z.object({ task: taskId }),
})

export const undoDecision = endpoint({
  method: 'DELETE',
  path: '/api/results/decisions/:id',
  summary: 'Takes a decision back, and computes the list again',
  params: z.strictObject({ id: resultDecisionId }),
  answer: z.object({ task: taskId }),
})

export const stepList = endpoint({
  method: 'POST',
  path: '/api/results/lists/:id/steps',
  summary: 'Proposes, confirms, publicises, finalises, announces or discards a list',
  params: listParams,
  body: z.strictObject({
    step: z.enum(listSteps),
    version: seenVersion,
    /** Needed where the only organiser confirms their own proposal. */
    reason: reason.optional(),
    /** Of publicising: the end of the publicity; absent: by the rules. */
    until: z.iso.datetime().optional(),
    /** Of announcing: when; absent: now. */
    at: z.iso.datetime().optional(),
    /** Of publicising and announcing: what it leaves out, as the organiser has seen it. */
    acknowledged: leftOut.optional(),
    /** Of publicising and announcing: ends enrolment and submission in the activity. */
    ends: z.literal(true).optional(),
  }),
  answer: resultList,
})

/** The answer is a file. */
export const exportList = endpoint({
  method: 'GET',
  path: '/api/results/lists/:id/export',
  summary: 'A result list as a spreadsheet, for organisers',
  params: listParams,
  query: z.strictObject({ format: z.enum(resultFormats) }),
  answer: z.never(),
})
