import { z } from 'zod'
import { line, lines, search } from '../accounts/account-fields.ts'
import { endpoint } from '../endpoint.ts'
import { enrolment } from './enrolments.ts'
import {
  enrolmentFormats,
  enrolmentSorts,
  enrolmentStates,
  personalColumns,
  sheetRows,
  type EnrolmentState,
  type PersonalColumns,
} from './enrolment-values.ts'
import { accountId, activityId, editionId, enrolmentId, teamId } from '../ids.ts'
import { locales } from '../locales.ts'
import { pageOf, pageQuery } from '../paging.ts'
import { queueOf } from '../queues.ts'
import { teamRoles } from '../teams/team-values.ts'

/** Several values of an enum in a query parameter, separated by commas. */
export const several = <Word extends string>(words: readonly [Word, ...Word[]]) =>
  z
    .string()
    .max(200)
    .transform((text) => text.split(',') as Word[])
    .pipe(z.array(z.enum(words)).max(words.length))

/** A day in the edition's time zone. There is no year 0. */
const day = z.iso.date().refine((text) => text >= '0001-01-01')

export const enrolmentFilter = z.strictObject({
  /** Absent: the current edition. */
  edition: editionId.optional(),
  activity: activityId.optional(),
  state: several<EnrolmentState>(enrolmentStates).optional(),
  /** Province of the captain. */
  province: line(64).optional(),
  /** Prefix of the name of the captain's school. */
  school: line(100).optional(),
  /** Searches numbers, team names, and names and schools of the people. */
  search: search.optional(),
  /** First and last day of submission, inclusive. */
  from: day.optional(),
  until: day.optional(),
})

const sort = z.enum(enrolmentSorts).default('-submittedAt')

const listedEnrolment = z.object({
  id: enrolmentId,
  number: z.string().nullable(),
  state: z.enum(enrolmentStates),
  version: z.int(),
  activity: z.object({ id: activityId, code: z.string(), name: z.string(), locale: z.enum(locales) }),
  team: z.object({ id: teamId, name: z.string(), people: z.int() }),
  /** Display name; null if the account was deleted. */
  captain: z.string().nullable(),
  province: z.string().nullable(),
  school: z.string().nullable(),
  submittedAt: z.iso.datetime().nullable(),
  /** It was submitted in the grace period after the deadline, which is not shown to teams. */
  inGrace: z.boolean(),
  decidedAt: z.iso.datetime().nullable(),
  reason: z.string().nullable(),
  resubmitBy: z.iso.datetime().nullable(),
  /** When the team is notified. Until then the decision can be revoked without anybody noticing. */
  notifyAt: z.iso.datetime().nullable(),
  /** The caller belongs to the team, so another organiser must decide. */
  isOwnActivity: z.boolean(),
  /** Why a submitted enrolment cannot be approved yet; null: nothing is missing. */
  whyNotApprove: z.string().nullable(),
})
export type ListedEnrolment = z.infer<typeof listedEnrolment>

export const listEnrolments = endpoint({
  method: 'GET',
  path: '/api/enrolments',
  summary: 'Enrolments of an edition, for organisers',
  query: pageQuery.extend({ ...enrolmentFilter.shape, sort }),
  answer: pageOf(listedEnrolment),
})

export const listEnrolmentChoices = endpoint({
  method: 'GET',
  path: '/api/enrolments/choices',
  summary: 'All editions, and the activities of one of them, as filters for the list',
  query: enrolmentFilter.pick({ edition: true }),
  answer: z.object({
    /** The requested edition, or the current one; null if there is none. */
    edition: editionId.nullable(),
    timeZone: z.string().nullable(),
    editions: z.array(z.object({ id: editionId, year: z.int(), name: z.string() })),
    activities: z.array(z.object({ id: activityId, code: z.string(), name: z.string() })),
  }),
})

const params = z.strictObject({ id: enrolmentId })

const snapshotPerson = z.object({
  uid: accountId,
  role: z.enum(teamRoles),
  name: z.string(),
  school: z.string().nullable(),
  department: z.string().nullable(),
  title: z.string().nullable(),
  province: z.string().nullable(),
  city: z.string().nullable(),
})

export const readDossier = endpoint({
  method: 'GET',
  path: '/api/enrolments/:id/dossier',
  summary: 'Everything about one enrolment, for the decision of organisers',
  params,
  answer: z.object({
    enrolment,
    inGrace: z.boolean(),
    province: z.string().nullable(),
    notifyAt: z.iso.datetime().nullable(),
    /** The caller belongs to the team, so another organiser must decide. */
    isOwnActivity: z.boolean(),
    /** Why a submitted enrolment cannot be approved yet; null: nothing is missing. */
    whyNotApprove: z.string().nullable(),
    /** Why the caller may not put the team on the waiting list; null: they may. */
    whyNotWaiting: z.string().nullable(),
    /** Contacts of the people in the team. */
    contacts: z.array(z.object({ uid: accountId, email: z.string().nullable(), phone: z.string().nullable() })),
    /** The team as it was when it last submitted. */
    snapshot: z.object({ name: z.string(), slogan: z.string(), people: z.array(snapshotPerson) }).nullable(),
  }),
})
export type Dossier = z.infer<typeof readDossier.answer>

export const readNeighbours = endpoint({
  method: 'GET',
  path: '/api/enrolments/:id/neighbours',
  summary: 'The previous and next enrolment in a list',
  params,
  query: enrolmentFilter.extend({ sort }),
  answer: z.object({ previous: enrolmentId.nullable(), next: enrolmentId.nullable() }),
})

export const readEnrolmentQueue = endpoint({
  method: 'GET',
  path: '/api/enrolments/queue',
  summary: 'Which of the enrolments that wait for a decision comes next, without those of the caller’s own activities',
  query: enrolmentFilter.omit({ state: true }).extend({
    sort,
    /** The enrolment that is looked at. */
    at: enrolmentId.optional(),
  }),
  answer: queueOf(enrolmentId),
})
export type EnrolmentQueue = z.infer<typeof readEnrolmentQueue.answer>

/** The response is a file. */
export const exportEnrolments = endpoint({
  method: 'GET',
  path: '/api/enrolments/export',
  summary: 'Exactly the enrolments of a filter, as a sheet; personal columns only on request',
  query: enrolmentFilter.extend({
    sort,
    format: z.enum(enrolmentFormats),
    /** One row per team, or one per person. */
    rows: z.enum(sheetRows).default('teams'),
    personal: several<PersonalColumns>(personalColumns).optional(),
  }),
  answer: z.never(),
})

/** The response is a file. */
export const exportAnswerFiles = endpoint({
  method: 'GET',
  path: '/api/activities/:id/files',
  summary: 'All files that teams have submitted in an activity, as one archive with a folder for each team',
  params: z.strictObject({ id: activityId }),
  answer: z.never(),
})

const waitingRow = z.object({
  position: z.int(),
  enrolmentId,
  team: z.object({ id: teamId, name: z.string() }),
  captain: z.string(),
  school: z.string().nullable(),
  joinedAt: z.iso.datetime(),
  /** A seat is reserved for the team until then; null if none has been offered yet. */
  offeredUntil: z.iso.datetime().nullable(),
  /** The offer has expired; a job is about to remove the team from the list. */
  isExpired: z.boolean(),
  /** The caller belongs to the team, so another organiser must decide. */
  isOwnActivity: z.boolean(),
})
export type WaitingRow = z.infer<typeof waitingRow>

export const listWaiting = endpoint({
  method: 'GET',
  path: '/api/activities/:id/waiting',
  summary: 'The waiting list of an activity in order, for organisers',
  params: z.strictObject({ id: activityId }),
  answer: z.object({ list: z.array(waitingRow), timeZone: z.string() }),
})

export const putOnWaitingList = endpoint({
  method: 'POST',
  path: '/api/enrolments/:id/waiting/addition',
  summary: 'Puts a team with a complete draft on the waiting list; the team is notified of the reason',
  params: z.strictObject({ id: enrolmentId }),
  body: z.strictObject({ reason: lines(500) }),
  answer: z.object({}),
})

export const removeFromWaitingList = endpoint({
  method: 'POST',
  path: '/api/enrolments/:id/waiting/removal',
  summary: 'Removes a team from the waiting list; the team is notified of the reason',
  params: z.strictObject({ id: enrolmentId }),
  body: z.strictObject({ reason: lines(500) }),
  answer: z.object({}),
})
