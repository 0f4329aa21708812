import { z } from 'zod'
import { line, lines, search } from '../accounts/account-fields.ts'
import { endpoint } from '../endpoint.ts'
import { enrolmentStates } from '../enrolments/enrolment-values.ts'
import { fileFacts } from '../files/files.ts'
import { activityId, enrolmentId, fileId, institutionId, recommendationListId, summaryId, teamId } from '../ids.ts'
import { locales } from '../locales.ts'
import { pageOf, pageQuery } from '../paging.ts'
import { workStates } from '../works/work-values.ts'
import {
  entryMarks,
  listEventKinds,
  listSteps,
  listStates,
  listWindowStandings,
  maxAtOnce,
  maxQuota,
  maxRemarkLength,
  recommendationFormats,
  recommendationLevels,
  recommendedThings,
  rowVerdicts,
} from './recommendation-values.ts'

const moment = z.iso.datetime()

/** Null if it is allowed; otherwise the reason, in the caller's language. */
const refusal = z.string().nullable()

const institution = z.object({ id: institutionId, name: z.string(), kind: z.enum(recommendationLevels) })

/** When a list can be handed in. */
const listWindow = z.object({
  standing: z.enum(listWindowStandings),
  opensAt: moment.nullable(),
  /** With an earlier date, an extension, or the new date of a returned list. */
  closesAt: moment.nullable(),
  /** The level above has set an earlier date than the phase. */
  isEarlier: z.boolean(),
  isExtended: z.boolean(),
})

/** The list of an institution in an activity, without its rows. One that nobody has begun is a draft of version 0. */
export const listSummary = z.object({
  /** Null: nobody has begun it. */
  id: recommendationListId.nullable(),
  activity: z.object({ id: activityId, code: z.string(), name: z.string(), locale: z.enum(locales) }),
  timeZone: z.string(),
  institution,
  level: z.enum(recommendationLevels),
  thing: z.enum(recommendedThings),
  needsScan: z.boolean(),
  state: z.enum(listStates),
  version: z.int(),
  window: listWindow,
  /** Not handed in although its date is over. */
  isLate: z.boolean(),
  quota: z.int(),
  /** Rows that count against the quota: all but those that do not pass. */
  recommended: z.int(),
  rows: z.int(),
  /** Rows by verdict of the level above. */
  passed: z.int(),
  changes: z.int(),
  refused: z.int(),
  /** Entries that can be recommended, listed ones included. */
  entries: z.int(),
  handedInAt: moment.nullable(),
  decidedAt: moment.nullable(),
  /** Why the level above returned it. */
  reason: z.string().nullable(),
  /** What the institution, or whoever is above it, does next. */
  next: z.enum(listSteps),
})
export type ListSummary = z.infer<typeof listSummary>

export const listMyRecommendations = endpoint({
  method: 'GET',
  path: '/api/account/recommendations',
  summary: 'What the institutions of the current user recommend now: one list for each activity',
  answer: z.object({
    now: moment,
    institutions: z.array(
      institution.extend({
        lists: z.array(
          listSummary.extend({
            /** Lists of the schools of a province that wait for its decision. */
            waitingBelow: z.int(),
          }),
        ),
      }),
    ),
  }),
})
export type MyRecommendations = z.infer<(typeof listMyRecommendations)['answer']>

/** What was submitted for the summary, numbered. */
const summary = z.object({
  id: summaryId,
  number: z.string(),
  /** Of its content, SHA-256 in hexadecimal. */
  hash: z.string(),
  /** Printed beside the number: the first characters of the hash, in groups. */
  code: z.string(),
  at: moment,
  /** Null: the account was deleted. */
  by: z.string().nullable(),
  /** It has the rows that the list has now. */
  isCurrent: z.boolean(),
})

const listRow = z.object({
  entry: enrolmentId,
  rank: z.int(),
  number: z.string().nullable(),
  /** Of the work; null: enrolments are recommended, or it has none. */
  title: z.string().nullable(),
  team: z.object({ id: teamId, name: z.string() }),
  captain: z.string().nullable(),
  /** Where the entry comes from: for a province, one of its schools. */
  institution: institution.nullable(),
  /** Its rank in the list of that school. */
  rankBelow: z.int().nullable(),
  remark: z.string().nullable(),
  /** It can be recommended now: submitted, not withdrawn. */
  isReady: z.boolean(),
  verdict: z.enum(rowVerdicts).nullable(),
  reason: z.string().nullable(),
  /** Until when the team may change it, after the verdict `change`. */
  changeBy: moment.nullable(),
  /** After that verdict: the team has submitted again. */
  isChanged: z.boolean(),
})
export type ListRow = z.infer<typeof listRow>

/** A list with its rows, in order of rank, and what the reader may do. */
export const openList = listSummary.extend({
  list: z.array(listRow),
  /** The newest summary; null: none was made. */
  summary: summary.nullable(),
  /** What was handed in last; null: nothing. */
  handedIn: z
    .object({ summary, scan: fileFacts.nullable(), at: moment, by: z.string().nullable(), isLate: z.boolean() })
    .nullable(),
  /** `edit`: rows, ranks, remarks. `judge`: verdicts. */
  may: z.object({
    edit: refusal,
    summarise: refusal,
    handIn: refusal,
    judge: refusal,
    accept: refusal,
    return: refusal,
    grantQuota: refusal,
    extend: refusal,
  }),
  /** The reader acts for an institution below their own, or as an organiser. */
  isOnBehalf: z.boolean(),
})
export type OpenList = z.infer<typeof openList>

const params = z.strictObject({ activity: activityId, institution: institutionId })
const path = '/api/recommendations/:activity/:institution'

export const readRecommendationList = endpoint({
  method: 'GET',
  path,
  summary: 'The list of an institution in an activity, for its officers, the level above and organisers',
  params,
  answer: openList,
})

const listedEntry = z.object({
  id: enrolmentId,
  number: z.string().nullable(),
  team: z.object({ id: teamId, name: z.string() }),
  captain: z.string().nullable(),
  /** Display names of the others in the team. */
  people: z.array(z.string()),
  institution: institution.nullable(),
  enrolmentState: z.enum(enrolmentStates),
  /** Null: enrolments are recommended, or it was not begun. */
  work: z.object({ title: z.string(), state: z.enum(workStates) }).nullable(),
  /** Required parts that the work does not have. */
  missingParts: z.int(),
  submittedAt: moment.nullable(),
  /** In the list of this institution. */
  rank: z.int().nullable(),
  rankBelow: z.int().nullable(),
  mark: z.enum(entryMarks),
  /** Why it cannot be added now; null: it can. */
  whyNotAdd: refusal,
  remindedAt: moment.nullable(),
})
export type ListedEntry = z.infer<typeof listedEntry>

const entryFilter = z.strictObject({ mark: z.enum(entryMarks).optional(), search: search.optional() })

export const listRecommendationEntries = endpoint({
  method: 'GET',
  path: `${path}/entries`,
  summary: 'The entries of an institution in an activity: what it can recommend, and what is missing',
  params,
  query: pageQuery.extend(entryFilter.shape),
  answer: pageOf(listedEntry).extend({
    counts: z.record(z.enum(entryMarks), z.int()),
    /** Why the reader reminds nobody now; null: they may. */
    whyNotRemind: refusal,
  }),
})

const entries = z.array(enrolmentId).min(1).max(maxAtOnce)

export const addRecommendations = endpoint({
  method: 'POST',
  path: `${path}/rows`,
  summary: 'Recommends entries: adds them at the end of the list, all of them or none',
  params,
  body: z.strictObject({ entries }),
  answer: openList,
})

export const saveRecommendations = endpoint({
  method: 'PUT',
  path: `${path}/rows`,
  summary: 'Saves the whole list: entries in order of rank; refused if somebody else has saved it meanwhile',
  params,
  body: z.strictObject({
    version: z.int(),
    rows: z.array(z.strictObject({ entry: enrolmentId, remark: line(maxRemarkLength).nullable() })).max(maxQuota),
  }),
  answer: openList,
})

export const makeSummary = endpoint({
  method: 'POST',
  path: `${path}/summaries`,
  summary: 'Makes the numbered summary of a list as it is now, to print and stamp',
  params,
  body: z.strictObject({ version: z.int() }),
  answer: openList,
})

/** The response is the PDF itself. */
export const readSummary = endpoint({
  method: 'GET',
  path: `${path}/summaries/:summary`,
  summary: 'A summary as PDF, the same bytes whenever it is made',
  params: params.extend({ summary: summaryId }),
  answer: z.never(),
})

export const handInList = endpoint({
  method: 'POST',
  path: `${path}/submissions`,
  summary: 'Hands in a list with its current summary and, where it is needed, the scan of the stamped print',
  params,
  body: z.strictObject({ version: z.int(), summary: summaryId, scan: fileId.optional() }),
  answer: openList,
  idempotent: true,
})

const listEvent = z.object({
  kind: z.enum(listEventKinds),
  at: moment,
  /** Null: the account was deleted, or the program. */
  by: z.string().nullable(),
  from: z.enum(listStates),
  to: z.enum(listStates),
  reason: z.string().nullable(),
  summary: z.object({ id: summaryId, number: z.string() }).nullable(),
  scan: fileFacts.nullable(),
})
export type ListEvent = z.infer<typeof listEvent>

export const listRecommendationHistory = endpoint({
  method: 'GET',
  path: `${path}/history`,
  summary: 'What has happened with a list, the newest first',
  params,
  query: pageQuery,
  answer: pageOf(listEvent),
})

/** The response is the file itself. */
export const exportRecommendations = endpoint({
  method: 'GET',
  path: `${path}/export`,
  summary: 'A list, or all entries of the institution, as a sheet',
  params,
  query: z.strictObject({ what: z.enum(['list', 'entries']), format: z.enum(recommendationFormats) }),
  answer: z.never(),
})

export const remindTeams = endpoint({
  method: 'POST',
  path: `${path}/reminders`,
  summary: 'Reminds the teams of an institution that have not submitted yet, each once a day at most',
  params,
  body: z.strictObject({ entries: entries.optional() }),
  answer: z.object({
    reminded: z.int(),
    /** Reminded within the last day. */
    skipped: z.int(),
  }),
  idempotent: true,
})

/** What the level above writes with a returned list. */
export const listReason = lines(1_000)
