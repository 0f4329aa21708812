import { z } from 'zod'
import { lines, search } from '../accounts/account-fields.ts'
import { caseEffects, caseKinds, caseLimits, caseSides, caseStates, objectorFields } from './case-values.ts'
import { endpoint } from '../endpoint.ts'
import { caseId, fileId, resultListId, workId } from '../ids.ts'

/** Null if it is allowed; otherwise the reason, in the caller's language. */
const refusal = z.string().nullable()

export const caseMoment = z.iso.datetime()

/** A result list that is on display now. */
const objectionList = z.object({
  id: resultListId,
  activity: z.string(),
  edition: z.string(),
  /** The public version of the list. */
  version: z.int(),
  until: caseMoment,
  timeZone: z.string(),
})
export type ObjectionList = z.infer<typeof objectionList>

export const listObjectionLists = endpoint({
  method: 'GET',
  path: '/api/objections/lists',
  summary: 'The result lists to which an objection can be made now',
  answer: z.object({ list: z.array(objectionList) }),
})

/** A work of a list, with what the public page of the list tells about it. */
const objectionWork = z.object({ id: workId, label: z.string() })
export type ObjectionWork = z.infer<typeof objectionWork>

export const findObjectionWorks = endpoint({
  method: 'GET',
  path: '/api/objections/lists/:id/works',
  summary: 'Works of a list on display that match a search, twenty at most',
  params: z.strictObject({ id: resultListId }),
  query: z.strictObject({ search: search.optional() }),
  answer: z.object({ list: z.array(objectionWork) }),
})

export const readObjector = endpoint({
  method: 'GET',
  path: '/api/objections/objector',
  summary: 'What an objection tells the arbiters about the caller, and what is missing',
  answer: z.object({
    realName: z.string().nullable(),
    unit: z.string().nullable(),
    phone: z.string().nullable(),
    email: z.string().nullable(),
    missing: z.array(z.enum(objectorFields)),
  }),
})
export type Objector = z.infer<(typeof readObjector)['answer']>

const evidence = z.array(fileId).max(caseLimits.evidence)

export const fileObjection = endpoint({
  method: 'POST',
  path: '/api/objections',
  summary: 'Objects to a result list on display; returns the case number',
  idempotent: true,
  body: z.strictObject({
    list: resultListId,
    /** Null: the list as a whole. */
    work: workId.nullable(),
    text: lines(caseLimits.text),
    evidence,
  }),
  answer: z.object({ id: caseId, number: z.string(), receivedAt: caseMoment, answerBy: caseMoment }),
})
export type ObjectionReceipt = z.infer<(typeof fileObjection)['answer']>

export const caseFile = z.object({ id: fileId, name: z.string(), size: z.int() })
export type CaseFile = z.infer<typeof caseFile>

/** A message between a party and the arbiters. Arbiters have no names. */
const partyMessage = z.object({
  isOwn: z.boolean(),
  text: z.string(),
  at: caseMoment,
  files: z.array(caseFile),
})

const myListedCase = z.object({
  id: caseId,
  number: z.string(),
  kind: z.enum(caseKinds),
  /** The caller objected or appealed, or is in the team that the case is about. */
  side: z.enum(caseSides),
  state: z.enum(caseStates),
  activity: z.string(),
  timeZone: z.string(),
  /** In the time zone of the contest. */
  receivedOn: z.iso.date(),
  /** Null for the team concerned: the time may tell who objected. */
  receivedAt: caseMoment.nullable(),
  /** When the arbiters must have answered; null: the case is closed. */
  answerBy: caseMoment.nullable(),
  /** The team must give its statement by then; null: it is not asked, or has given it. */
  statementBy: caseMoment.nullable(),
})
export type MyListedCase = z.infer<typeof myListedCase>

const myCase = myListedCase.extend({
  version: z.int(),
  /** The work that it is about; null: the list as a whole. */
  work: z.object({ number: z.string(), title: z.string() }).nullable(),
  /** What the caller wrote; null for the team concerned. */
  text: z.string().nullable(),
  files: z.array(caseFile),
  /** What the team is asked about, in the words of the arbiters. */
  substance: z.string().nullable(),
  statement: z.object({ text: z.string(), at: caseMoment, files: z.array(caseFile) }).nullable(),
  messages: z.array(partyMessage),
  /** Why it was refused. */
  refusedBecause: z.string().nullable(),
  ruling: z.object({ text: z.string(), effect: z.enum(caseEffects), at: caseMoment }).nullable(),
  /** Until when the caller may appeal; null: not at all. */
  appealUntil: caseMoment.nullable(),
  /** The appeal in this case; without an id if another party appealed. */
  appeal: z.object({ id: caseId.nullable(), number: z.string(), state: z.enum(caseStates) }).nullable(),
  /** The case that this appeal is about. */
  appealOf: z.object({ id: caseId, number: z.string() }).nullable(),
  may: z.object({ withdraw: refusal, write: refusal, state: refusal, appeal: refusal }),
})
export type MyCase = z.infer<typeof myCase>

export const listMyCases = endpoint({
  method: 'GET',
  path: '/api/account/cases',
  summary: 'Objections and appeals of the caller, and cases about their works in which they are asked',
  answer: z.object({ list: z.array(myListedCase) }),
})

const params = z.strictObject({ id: caseId })

export const readMyCase = endpoint({
  method: 'GET',
  path: '/api/account/cases/:id',
  summary: 'One case, as the caller may know it',
  params,
  answer: myCase,
})

export const withdrawCase = endpoint({
  method: 'POST',
  path: '/api/account/cases/:id/withdrawal',
  summary: 'Withdraws an own objection or appeal that is not investigated yet',
  params,
  body: z.strictObject({ version: z.int() }),
  answer: myCase,
})

export const writeInCase = endpoint({
  method: 'POST',
  path: '/api/account/cases/:id/messages',
  summary: 'Writes to the arbiters of an open case',
  idempotent: true,
  params,
  body: z.strictObject({ text: lines(caseLimits.text), evidence }),
  answer: myCase,
})

export const giveStatement = endpoint({
  method: 'POST',
  path: '/api/account/cases/:id/statement',
  summary: 'The statement of the team that a case is about, once',
  idempotent: true,
  params,
  body: z.strictObject({ text: lines(caseLimits.text), evidence }),
  answer: myCase,
})

export const appealCase = endpoint({
  method: 'POST',
  path: '/api/account/cases/:id/appeals',
  summary: 'Appeals against a decision, once, by the party concerned',
  idempotent: true,
  params,
  body: z.strictObject({ text: lines(caseLimits.text), evidence }),
  answer: z.object({ id: caseId, number: z.string(), receivedAt: caseMoment, answerBy: caseMoment }),
})
