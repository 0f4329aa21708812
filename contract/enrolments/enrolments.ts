import { z } from 'zod'
import { lines } from '../accounts/account-fields.ts'
import { endpoint } from '../endpoint.ts'
import { enrolmentStates, eventKinds } from './enrolment-values.ts'
import { fileFacts } from '../files/files.ts'
import { answers, formField } from './form-fields.ts'
import { fileKindNames, profileOwners, profileValues } from './form-values.ts'
import { accountId, activityId, enrolmentId, teamId } from '../ids.ts'
import { journeyStep } from '../journey/journey.ts'
import { locales } from '../locales.ts'
import { teamRoles } from '../teams/team-values.ts'
import { waitingTeam } from './waiting-team.ts'

/** Null if it is allowed; otherwise the reason, in the caller's language. */
const refusal = z.string().nullable()

/** A question in the caller's language. */
export const shownField = z.object({
  id: z.string(),
  type: z.enum(formField.options.map(({ shape }) => shape.type.value)),
  label: z.string(),
  help: z.string(),
  required: z.boolean(),
  personal: z.boolean(),
  options: z.array(z.object({ id: z.string(), label: z.string() })),
  maxLength: z.int().optional(),
  min: z.number().optional(),
  max: z.number().optional(),
  whole: z.boolean().optional(),
  from: z.string().optional(),
  until: z.string().optional(),
  when: z.object({ field: z.string(), options: z.array(z.string()) }).optional(),
  kinds: z.array(z.enum(fileKindNames)).optional(),
  maxMegabytes: z.int().optional(),
  maxFiles: z.int().optional(),
  /** Asks for a scan of the printed form with the school's seal. */
  sealed: z.boolean().optional(),
  /** Filled in from a profile. `value` is the current value of the profile, for users who may see it. */
  profile: z
    .object({ whose: z.enum(profileOwners), what: z.enum(profileValues), value: z.string().nullable() })
    .optional(),
})
export type ShownField = z.infer<typeof shownField>

/** A problem with an answer, as a message. */
const answerProblem = z.object({ field: z.string(), message: z.string() })
export type AnswerProblem = z.infer<typeof answerProblem>

const enrolmentEvent = z.object({
  at: z.iso.datetime(),
  kind: z.enum(eventKinds),
  state: z.enum(enrolmentStates),
  /** Display name; teams see no names of organisers. Null for the system and for deleted accounts. */
  by: z.string().nullable(),
  reason: z.string().nullable(),
  /** Sequence number of the submission, for events of that kind. */
  submission: z.int().nullable(),
  /** Ids of the questions whose answers differ from the previous submission; null if unknown. */
  changed: z.array(z.string()).nullable(),
})

const person = z.object({
  uid: accountId,
  name: z.string(),
  role: z.enum(teamRoles),
  school: z.string().nullable(),
  department: z.string().nullable(),
  title: z.string().nullable(),
  isComplete: z.boolean(),
})

/** The team at the time of submission. */
const sentTeam = z.object({
  name: z.string(),
  slogan: z.string(),
  institution: z.string().nullable(),
  people: z.array(person.omit({ uid: true, isComplete: true })),
})

/** Changes that are not submitted yet. Until then `answers` of the enrolment are valid. */
const amendment = z.object({
  /** Version of the amendment; the enrolment has its own. */
  version: z.int(),
  startedAt: z.iso.datetime(),
  answers,
  files: z.array(fileFacts),
  problems: z.array(answerProblem),
  /** Ids of the questions with different answers. */
  changed: z.array(z.string()),
})

/** An enrolment as its team and organisers see it. */
export const enrolment = z.object({
  id: enrolmentId,
  number: z.string().nullable(),
  state: z.enum(enrolmentStates),
  version: z.int(),
  activity: z.object({
    id: activityId,
    code: z.string(),
    name: z.string(),
    locale: z.enum(locales),
    timeZone: z.string(),
  }),
  /** Deadline for submitting; null if not scheduled yet. */
  closesAt: z.iso.datetime().nullable(),
  isExtended: z.boolean(),
  /** Deadline for resubmitting a returned enrolment. */
  resubmitBy: z.iso.datetime().nullable(),
  team: z.object({
    id: teamId,
    name: z.string(),
    slogan: z.string(),
    institution: z.string().nullable(),
    people: z.array(person),
  }),
  fields: z.array(shownField),
  /** The current answers of a draft; otherwise the submitted ones. */
  answers,
  /** Null: no changes since the submission. */
  amendment: amendment.nullable(),
  /** Files that the answers refer to. */
  files: z.array(fileFacts),
  /** What prevents it from being submitted. */
  problems: z.array(answerProblem),
  submittedAt: z.iso.datetime().nullable(),
  /** Number of submissions so far. */
  submissions: z.int(),
  /** Null before the first submission. */
  sentTeam: sentTeam.nullable(),
  decidedAt: z.iso.datetime().nullable(),
  reason: z.string().nullable(),
  events: z.array(enrolmentEvent),
  /** Null: the team is not on the waiting list. */
  waiting: waitingTeam.nullable(),
  may: z.object({
    edit: refusal,
    submit: refusal,
    withdraw: refusal,
    revive: refusal,
    startAmendment: refusal,
    discardAmendment: refusal,
    wait: refusal,
    stopWaiting: refusal,
  }),
})
export type Enrolment = z.infer<typeof enrolment>

export const enrolmentHead = z.object({
  id: enrolmentId,
  number: z.string().nullable(),
  state: z.enum(enrolmentStates),
  activity: z.object({ id: activityId, code: z.string(), name: z.string(), locale: z.enum(locales) }),
  team: z.object({ id: teamId, name: z.string(), role: z.enum(teamRoles) }),
  next: journeyStep,
  submittedAt: z.iso.datetime().nullable(),
  /** There are changes that are not submitted yet. */
  isAmended: z.boolean(),
  timeZone: z.string(),
})
export type EnrolmentHead = z.infer<typeof enrolmentHead>

const params = z.strictObject({ id: enrolmentId })
const version = z.int()

export const startEnrolment = endpoint({
  method: 'POST',
  path: '/api/enrolments',
  summary: 'Creates the enrolment of a team, or returns the existing one',
  body: z.strictObject({ teamId }),
  answer: enrolment,
  idempotent: true,
})

export const readEnrolment = endpoint({
  method: 'GET',
  path: '/api/enrolments/:id',
  summary: 'An enrolment, for its team and for organisers',
  params,
  answer: enrolment,
})

export const listMyEnrolments = endpoint({
  method: 'GET',
  path: '/api/account/enrolments',
  summary: 'The enrolments of the caller’s teams',
  answer: z.object({ list: z.array(enrolmentHead) }),
})

const savedAnswers = z.object({
  version: z.int(),
  savedAt: z.iso.datetime(),
  files: z.array(fileFacts),
  problems: z.array(answerProblem),
})

export const saveAnswers = endpoint({
  method: 'PUT',
  path: '/api/enrolments/:id/answers',
  summary: 'Saves the answers of a draft or a returned enrolment, complete or not',
  params,
  body: z.strictObject({ version, answers }),
  answer: savedAnswers,
})

export const startAmendment = endpoint({
  method: 'POST',
  path: '/api/enrolments/:id/amendment',
  summary:
    'Starts an amendment, or returns the existing one; the submitted version stays valid until the amendment is submitted',
  params,
  body: z.strictObject({ version }),
  answer: enrolment,
})

export const saveAmendment = endpoint({
  method: 'PUT',
  path: '/api/enrolments/:id/amendment',
  summary: 'Saves an amendment, complete or not',
  params,
  /** The version of the amendment. */
  body: z.strictObject({ version, answers }),
  answer: savedAnswers,
})

export const discardAmendment = endpoint({
  method: 'DELETE',
  path: '/api/enrolments/:id/amendment',
  summary: 'Discards an amendment',
  params,
  /** The version of the amendment. */
  body: z.strictObject({ version }),
  answer: enrolment,
})

export const submitEnrolment = endpoint({
  method: 'POST',
  path: '/api/enrolments/:id/submission',
  summary: 'Submits an enrolment, or resubmits a returned or amended one; assigns a permanent number',
  params,
  /** `amendment`: version of the amendment, required if the enrolment has been submitted already. */
  body: z.strictObject({ version, amendment: version.optional() }),
  answer: enrolment,
  idempotent: true,
})

export const withdrawEnrolment = endpoint({
  method: 'POST',
  path: '/api/enrolments/:id/withdrawal',
  summary: 'Withdraws an enrolment, until the phase closes',
  params,
  body: z.strictObject({ version, reason: lines(500).optional() }),
  answer: enrolment,
  idempotent: true,
})

export const reviveEnrolment = endpoint({
  method: 'POST',
  path: '/api/enrolments/:id/revival',
  summary: 'Makes a withdrawn enrolment a draft again',
  params,
  body: z.strictObject({ version }),
  answer: enrolment,
  idempotent: true,
})

export const joinWaitingList = endpoint({
  method: 'PUT',
  path: '/api/enrolments/:id/waiting',
  summary: 'Puts a team with a complete draft on the waiting list of an activity that is full',
  params,
  answer: enrolment,
})

export const stopWaiting = endpoint({
  method: 'DELETE',
  path: '/api/enrolments/:id/waiting',
  summary: 'Leaves the waiting list; a reserved seat is offered to the next team',
  params,
  answer: enrolment,
})

export const wishForOpening = endpoint({
  method: 'PUT',
  path: '/api/activities/:id/opening-wish',
  summary: 'Requests one notification when enrolment in this activity opens',
  params: z.strictObject({ id: activityId }),
  answer: z.object({}),
})

export const dropOpeningWish = endpoint({
  method: 'DELETE',
  path: '/api/activities/:id/opening-wish',
  summary: 'Cancels that request',
  params: z.strictObject({ id: activityId }),
  answer: z.object({}),
})
