import { z } from 'zod'
import { lines } from '../accounts/account-fields.ts'
import { endpoint } from '../endpoint.ts'
import { activityId, editionId, entryId, panelId, roundId, workId } from '../ids.ts'
import { locales } from '../locales.ts'
import { localizedLine, needed } from '../localized-fields.ts'
import { seenVersion, versionQuery } from '../ordering.ts'
import { pageOf, pageQuery } from '../paging.ts'
import { maxReasonLength, roundStates, roundSteps } from '../review/review-values.ts'
import { leftOut } from '../works/left-out.ts'
import { roundRules } from './round-rules.ts'

/** Null if it is allowed; otherwise the reason, in the caller's language. */
const refusal = z.string().nullable()

const localized = z.partialRecord(z.enum(locales), z.string())

/** The maxima of the criteria of a scored round must add up to 100 points before it opens. */
const content = z.strictObject({
  name: needed(localizedLine(100)),
  activities: z.array(activityId).min(1).max(100),
  /** Only works that went on from this round take part; null: all accepted ones. */
  previous: roundId.nullable(),
  rules: roundRules,
  opensAt: z.iso.datetime().nullable(),
  closesAt: z.iso.datetime().nullable(),
  /** Experts may download the documents of their works; absent: as it is. */
  allowsDownload: z.boolean().optional(),
})
export type RoundContent = z.infer<typeof content>

const listedRound = z.object({
  id: roundId,
  /** In the caller's language. */
  name: z.string(),
  locale: z.enum(locales),
  state: z.enum(roundStates),
  kind: roundRules.shape.kind,
  mode: roundRules.shape.mode,
  activities: z.array(z.object({ id: activityId, code: z.string(), name: z.string() })),
  opensAt: z.iso.datetime().nullable(),
  closesAt: z.iso.datetime().nullable(),
  works: z.int(),
  experts: z.int(),
  /** Assignments, and how many of them have a submitted sheet. */
  assignments: z.int(),
  finished: z.int(),
  openFlags: z.int(),
  /** Why the reader, who takes part in one of the activities, cannot open it; null: they can. */
  whyNot: z.string().nullable(),
})
export type ListedRound = z.infer<typeof listedRound>

export const listRounds = endpoint({
  method: 'GET',
  path: '/api/rounds',
  summary: 'Rounds of review of an edition, for organisers',
  query: pageQuery.extend({ edition: editionId.optional(), state: z.enum(roundStates).optional() }),
  answer: pageOf(listedRound),
})

const params = z.strictObject({ id: roundId })

const round = listedRound.extend({
  version: z.int(),
  editionId,
  timeZone: z.string(),
  /** As written, in all languages. */
  source: z.object({ name: localized, previous: roundId.nullable(), rules: roundRules, allowsDownload: z.boolean() }),
  /** In hexadecimal digits; null: not opened yet. */
  rulesHash: z.string().nullable(),
  openedAt: z.iso.datetime().nullable(),
  closedAt: z.iso.datetime().nullable(),
  settledAt: z.iso.datetime().nullable(),
  /** The phase that it should lie within; null: there is none. */
  phase: z.object({ opensAt: z.iso.datetime(), closesAt: z.iso.datetime() }).nullable(),
  /** What opening it now would leave out; null: nothing, or it was opened. */
  leavesOut: leftOut.nullable(),
  /** What stands in the way of each step, in the caller's language. */
  may: z.record(z.enum([...roundSteps, 'edit', 'plan', 'settle', 'delete']), refusal),
  /** What is to be done: texts in the caller's language, with the tab that helps. `blocks`: the next step is refused until then. */
  todo: z.array(z.object({ text: z.string(), tab: z.string(), blocks: z.boolean() })),
})
export type Round = z.infer<typeof round>

export const readRound = endpoint({
  method: 'GET',
  path: '/api/rounds/:id',
  summary: 'A round with its rules, for organisers',
  params,
  answer: round,
})

export const createRound = endpoint({
  method: 'POST',
  path: '/api/rounds',
  summary:
    'Creates a round: empty, with the usual criteria, or with the rules of another one; on request with its works',
  idempotent: true,
  body: z.strictObject({
    edition: editionId,
    name: content.shape.name,
    activities: content.shape.activities,
    previous: content.shape.previous,
    /** Of any edition: its rules are copied. */
    copyOf: roundId.optional(),
    /** What a round without a source begins with. */
    criteria: z.enum(['usual', 'none']).default('none'),
    /** Takes in the works that are accepted by now. */
    collect: z.boolean().default(false),
  }),
  answer: round,
})

export const saveRound = endpoint({
  method: 'PUT',
  path: '/api/rounds/:id',
  summary: 'Saves a round; once it was opened only its name, its times and what experts may download can change',
  params,
  body: content.extend({ version: seenVersion }),
  answer: round,
})

export const stepRound = endpoint({
  method: 'POST',
  path: '/api/rounds/:id/steps',
  summary: 'Opens, pauses, resumes, closes or reopens a round, or takes its plan back',
  params,
  body: z.strictObject({
    step: z.enum(roundSteps),
    version: seenVersion,
    /** Needed to reopen. */
    reason: lines(maxReasonLength).optional(),
    /** Of opening: what it leaves out, as the organiser has seen it. */
    acknowledged: leftOut.optional(),
    /** Of opening: ends enrolment and submission in the activities of the round. */
    ends: z.literal(true).optional(),
  }),
  answer: round,
})

export const deleteRound = endpoint({
  method: 'DELETE',
  path: '/api/rounds/:id',
  summary: 'Deletes a round that was never planned',
  params,
  query: versionQuery,
  answer: z.object({}),
})

export const roundWork = z.object({
  entry: entryId,
  code: z.string(),
  work: workId,
  /** Of the enrolment. */
  number: z.string(),
  title: z.string(),
  activity: z.string(),
  team: z.string(),
  province: z.string().nullable(),
  school: z.string().nullable(),
  panel: z.object({ id: panelId, name: z.string() }).nullable(),
  /** Assigned experts, those with a submitted sheet, and how many are needed. */
  assigned: z.int(),
  finished: z.int(),
  needed: z.int(),
  conflicts: z.int(),
  removedReason: z.string().nullable(),
  isRemoved: z.boolean(),
})
export type RoundWork = z.infer<typeof roundWork>

export const worksQuery = pageQuery.extend({
  panel: panelId.optional(),
  /** Works with too few experts. */
  short: z.literal('true').optional(),
  search: z.string().max(100).optional(),
})

export const listRoundWorks = endpoint({
  method: 'GET',
  path: '/api/rounds/:id/works',
  summary: 'The works of a round, for organisers',
  params,
  query: worksQuery,
  answer: pageOf(roundWork),
})

export const collectWorks = endpoint({
  method: 'POST',
  path: '/api/rounds/:id/works',
  summary: 'Takes in the accepted works of the activities that are not yet in the round',
  params,
  answer: z.object({ added: z.int(), total: z.int() }),
})

export const removeRoundWork = endpoint({
  method: 'POST',
  path: '/api/rounds/:id/works/:entry/removal',
  summary: 'Takes a work out of a round, with a reason, or back in',
  params: params.extend({ entry: entryId }),
  body: z.strictObject({ removed: z.boolean(), reason: lines(maxReasonLength).optional() }),
  answer: z.object({}),
})
