import { z } from 'zod'
import { lines, readLine } from '../accounts/account-fields.ts'
import {
  caseEffects,
  caseEventKinds,
  caseKinds,
  caseLimits,
  caseSides,
  caseStandings,
  caseStates,
  caseThreads,
} from './case-values.ts'
import { caseFile, caseMoment } from './cases.ts'
import { endpoint } from '../endpoint.ts'
import { accountId, activityId, arbiterId, assignmentId, caseId, resultListId, workId } from '../ids.ts'
import { pageOf, pageQuery } from '../paging.ts'
import { teamRoles } from '../teams/team-values.ts'
import { maxNameLength, maxTitleLength } from '../works/work-values.ts'

/** Null if it is allowed; otherwise the reason, in the caller's language. */
const refusal = z.string().nullable()

/** What every organiser may know of a case. */
const caseSummary = z.object({
  id: caseId,
  number: z.string(),
  kind: z.enum(caseKinds),
  state: z.enum(caseStates),
  activity: z.object({ id: activityId, name: z.string() }),
  timeZone: z.string(),
  receivedAt: caseMoment,
  /** The next deadline of the arbiters; null: the case is closed. */
  dueAt: caseMoment.nullable(),
  isOverdue: z.boolean(),
  closedAt: caseMoment.nullable(),
  /** Why the caller may not open it. */
  mayOpen: refusal,
})
export type CaseSummary = z.infer<typeof caseSummary>

export const listCases = endpoint({
  method: 'GET',
  path: '/api/cases',
  summary: 'Objections and appeals, the most urgent first, for organisers',
  query: pageQuery.extend({
    standing: z.enum(caseStandings).optional(),
    kind: z.enum(caseKinds).optional(),
    activity: activityId.optional(),
    /** A case number. */
    search: readLine(40).optional(),
  }),
  answer: pageOf(caseSummary).extend({
    activities: z.array(z.object({ id: activityId, name: z.string() })),
    /** Whether the caller is an arbiter, and whether there is any. */
    isArbiter: z.boolean(),
    arbiters: z.int(),
  }),
})

const params = z.strictObject({ id: caseId })

export const readCase = endpoint({
  method: 'GET',
  path: '/api/cases/:id',
  summary: 'What every organiser may know of a case',
  params,
  answer: caseSummary,
})

const message = z.object({
  thread: z.enum(caseThreads),
  isOfParty: z.boolean(),
  /** The arbiter who wrote it; null for parties and deleted accounts. */
  by: z.string().nullable(),
  text: z.string(),
  at: caseMoment,
  files: z.array(caseFile),
})

/** Everything about a case, for its arbiters. */
const openedCase = caseSummary.extend({
  version: z.int(),
  list: z.object({ id: resultListId, version: z.int().nullable() }),
  work: z
    .object({
      id: workId,
      number: z.string(),
      title: z.string(),
      team: z.string(),
      /** As the list names them, without those who have deleted their accounts. */
      people: z.array(z.object({ uid: accountId, role: z.enum(teamRoles), name: z.string() })),
    })
    .nullable(),
  /** On whose side somebody objected or appealed. */
  side: z.enum(caseSides),
  /** Null: erased. */
  party: z
    .object({
      realName: z.string(),
      unit: z.string(),
      phone: z.string().nullable(),
      email: z.string().nullable(),
    })
    .nullable(),
  /** When it is erased; null while the case is open. */
  eraseAt: caseMoment.nullable(),
  text: z.string().nullable(),
  files: z.array(caseFile),
  substance: z.string().nullable(),
  statementBy: caseMoment.nullable(),
  statement: z.object({ text: z.string(), at: caseMoment, files: z.array(caseFile) }).nullable(),
  messages: z.array(message),
  refusedBecause: z.string().nullable(),
  ruling: z
    .object({
      text: z.string(),
      effect: z.enum(caseEffects),
      at: caseMoment,
      by: z.string().nullable(),
    })
    .nullable(),
  appealUntil: caseMoment.nullable(),
  appeal: z.object({ id: caseId, number: z.string() }).nullable(),
  appealOf: z.object({ id: caseId, number: z.string() }).nullable(),
  /** What has happened, every look included; the newest first. */
  events: z.array(
    z.object({ kind: z.enum(caseEventKinds), at: caseMoment, by: z.string().nullable(), isOfParty: z.boolean() }),
  ),
  effects: z.array(z.object({ effect: z.enum(caseEffects), refusal })),
  may: z.object({ admit: refusal, investigate: refusal, ask: refusal, write: refusal, rule: refusal }),
})
export type OpenedCase = z.infer<typeof openedCase>

/** A change of state, which is logged: that is why it is not a GET. */
export const openCase = endpoint({
  method: 'POST',
  path: '/api/cases/:id/looks',
  summary: 'Opens a case for one of its arbiters; every look is logged',
  params,
  answer: openedCase,
})

export const decideAdmission = endpoint({
  method: 'POST',
  path: '/api/cases/:id/admission',
  summary: 'Admits a case, or refuses it with a reason',
  params,
  body: z.discriminatedUnion('isAdmitted', [
    z.strictObject({ version: z.int(), isAdmitted: z.literal(true) }),
    z.strictObject({ version: z.int(), isAdmitted: z.literal(false), reason: lines(caseLimits.reason) }),
  ]),
  answer: openedCase,
})

export const investigateCase = endpoint({
  method: 'POST',
  path: '/api/cases/:id/investigation',
  summary: 'Begins the investigation',
  params,
  body: z.strictObject({ version: z.int() }),
  answer: openedCase,
})

export const askForStatement = endpoint({
  method: 'POST',
  path: '/api/cases/:id/statement-request',
  summary: 'Asks the team of the work for a statement; it reads the substance and never learns who objected',
  params,
  body: z.strictObject({ version: z.int(), substance: lines(caseLimits.substance) }),
  answer: openedCase,
})

export const writeToParty = endpoint({
  method: 'POST',
  path: '/api/cases/:id/messages',
  summary: 'Writes to a party of the case, or a note for arbiters',
  idempotent: true,
  params,
  body: z.strictObject({ thread: z.enum(caseThreads), text: lines(caseLimits.text) }),
  answer: openedCase,
})

/** What a correction replaces in the result list. Absent fields stay. */
const correction = z
  .strictObject({
    title: readLine(maxTitleLength).optional(),
    school: readLine(100).optional(),
    names: z
      .array(z.strictObject({ uid: accountId, name: readLine(maxNameLength) }))
      .min(1)
      .max(100)
      .optional(),
  })
  .refine((fields) => Object.values(fields).some((value) => value !== undefined))

const effect = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('none') }),
  z.strictObject({ kind: z.literal('disqualify') }),
  z.strictObject({ kind: z.literal('restore') }),
  z.strictObject({
    kind: z.literal('rescore'),
    /** The sheets that experts may change. */
    sheets: z.array(assignmentId).min(1).max(50),
    until: caseMoment,
  }),
  z.strictObject({ kind: z.literal('correct'), correction }),
])
export type RulingEffect = z.infer<typeof effect>

export const ruleCase = endpoint({
  method: 'POST',
  path: '/api/cases/:id/ruling',
  summary: 'Upholds or dismisses a case, with what follows from it',
  params,
  body: z.strictObject({
    version: z.int(),
    isUpheld: z.boolean(),
    /** Both parties read it. */
    text: lines(caseLimits.ruling),
    effect,
  }),
  answer: openedCase,
})

export const listCaseSheets = endpoint({
  method: 'GET',
  path: '/api/cases/:id/sheets',
  summary: 'The submitted sheets of the work that a case is about, without the names of experts',
  params,
  answer: z.object({
    list: z.array(
      z.object({
        assignment: assignmentId,
        round: z.string(),
        /** The place among the sheets of the work in this round. */
        number: z.int(),
        total: z.int().nullable(),
      }),
    ),
  }),
})
export type CaseSheet = z.infer<(typeof listCaseSheets)['answer']>['list'][number]

const person = z.object({ uid: accountId, username: z.string(), name: z.string() })

export const listArbiters = endpoint({
  method: 'GET',
  path: '/api/arbiters',
  summary: 'Arbiters, and the organisers who could become one',
  answer: z.object({
    list: z.array(
      person.extend({
        id: arbiterId,
        appointedAt: caseMoment,
        appointedBy: z.string().nullable(),
      }),
    ),
    candidates: z.array(person.extend({ refusal })),
    /** Why the reader, who takes part, neither appoints nor ends anybody; null: they may. */
    whyNot: z.string().nullable(),
  }),
})
export type Arbiter = z.infer<(typeof listArbiters)['answer']>['list'][number]

export const appointArbiter = endpoint({
  method: 'POST',
  path: '/api/arbiters',
  summary: 'Appoints another organiser as an arbiter',
  body: z.strictObject({ uid: accountId }),
  answer: z.object({ id: arbiterId }),
})

export const endArbiter = endpoint({
  method: 'DELETE',
  path: '/api/arbiters/:id',
  summary: 'Ends the appointment of an arbiter',
  params: z.strictObject({ id: arbiterId }),
  answer: z.object({}),
})
