import { z } from 'zod'
import { line, lines, search } from './account-fields.ts'
import { endpoint } from './endpoint.ts'
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
import { accountId, activityId, editionId, enrolmentId, teamId } from './ids.ts'
import { locales } from './locales.ts'
import { pageOf, pageQuery } from './paging.ts'
import { teamRoles } from './team-values.ts'

/** Some of a few words, as an address has them: one after the other with commas between. */
const several = <Word extends string>(words: readonly [Word, ...Word[]]) =>
  z
    .string()
    .max(200)
    .transform((text) => text.split(',') as Word[])
    .pipe(z.array(z.enum(words)).max(words.length))

/** A day of the edition's time zone; the calendar begins with the year 1. */
const day = z.iso.date().refine((text) => text >= '0001-01-01')

export const enrolmentFilter = z.strictObject({
  /** Absent: the one that runs. */
  edition: editionId.optional(),
  activity: activityId.optional(),
  state: several<EnrolmentState>(enrolmentStates).optional(),
  /** The captain's. */
  province: line(64).optional(),
  /** How the name of the captain's school begins. */
  school: line(100).optional(),
  /** In numbers, names of teams, and names and schools of their people. */
  search: search.optional(),
  /** First and last day of submission. */
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
  /** A name; null for somebody who is gone. */
  captain: z.string().nullable(),
  province: z.string().nullable(),
  school: z.string().nullable(),
  submittedAt: z.iso.datetime().nullable(),
  /** It came after the end, in the time that nobody is told of. */
  inGrace: z.boolean(),
  decidedAt: z.iso.datetime().nullable(),
  reason: z.string().nullable(),
  resubmitBy: z.iso.datetime().nullable(),
  /** Until then nobody has been told of the decision, and it can be taken back unseen. */
  notifyAt: z.iso.datetime().nullable(),
  /** The caller belongs to the team, so another organiser must decide. */
  isOwnTeam: z.boolean(),
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
  summary: 'The editions there are, and the activities of one of them: what the list can be filtered by',
  query: enrolmentFilter.pick({ edition: true }),
  answer: z.object({
    /** The chosen one, or the one that runs; null while there is none. */
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
  summary: 'Everything that organisers decide on',
  params,
  answer: z.object({
    enrolment,
    inGrace: z.boolean(),
    province: z.string().nullable(),
    notifyAt: z.iso.datetime().nullable(),
    /** The caller belongs to the team, so another organiser must decide. */
    isOwnTeam: z.boolean(),
    /** How the people in the team can be reached. */
    contacts: z.array(z.object({ uid: accountId, email: z.string().nullable(), phone: z.string().nullable() })),
    /** The team as it was when it last submitted. */
    snapshot: z.object({ name: z.string(), slogan: z.string(), people: z.array(snapshotPerson) }).nullable(),
  }),
})
export type Dossier = z.infer<typeof readDossier.answer>

export const readNeighbours = endpoint({
  method: 'GET',
  path: '/api/enrolments/:id/neighbours',
  summary: 'Which enrolments stand before and after one in a list',
  params,
  query: enrolmentFilter.extend({ sort }),
  answer: z.object({ previous: enrolmentId.nullable(), next: enrolmentId.nullable() }),
})

/** The answer is a file. */
export const exportEnrolments = endpoint({
  method: 'GET',
  path: '/api/enrolments/export',
  summary: 'Exactly the enrolments of a filter, as a sheet; what is personal only where it is asked for',
  query: enrolmentFilter.extend({
    sort,
    format: z.enum(enrolmentFormats),
    /** One row for each team, or for each person in it. */
    rows: z.enum(sheetRows).default('teams'),
    personal: several<PersonalColumns>(personalColumns).optional(),
  }),
  answer: z.never(),
})

/** The answer is a file. */
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
  /** A place is reserved for it until then; null if none has been offered yet. */
  offeredUntil: z.iso.datetime().nullable(),
  /** That time is over; the team is about to leave the list. */
  isExpired: z.boolean(),
  /** One's own team, which somebody else decides on. */
  isOwnTeam: z.boolean(),
})
export type WaitingRow = z.infer<typeof waitingRow>

export const listWaiting = endpoint({
  method: 'GET',
  path: '/api/activities/:id/waiting',
  summary: 'The waiting list of an activity in its order, for organisers',
  params: z.strictObject({ id: activityId }),
  answer: z.object({ list: z.array(waitingRow), timeZone: z.string() }),
})

export const removeFromWaitingList = endpoint({
  method: 'POST',
  path: '/api/enrolments/:id/waiting/removal',
  summary: 'Takes a team off the waiting list, with a reason that it is told',
  params: z.strictObject({ id: enrolmentId }),
  body: z.strictObject({ reason: lines(500) }),
  answer: z.object({}),
})
