import { z } from 'zod'
import { lines, readLine } from '../accounts/account-fields.ts'
import { endpoint } from '../endpoint.ts'
import { findingCodes, type FindingCode } from './file-findings.ts'
import { accountId, activityId, enrolmentId, fileId, teamId, workId } from '../ids.ts'
import { journeyStep } from '../journey/journey.ts'
import { locales } from '../locales.ts'
import { teamRoles } from '../teams/team-values.ts'
import { workUpload } from './work-uploads.ts'
import {
  codecs,
  confirmations,
  leakKinds,
  maxFilesPerPart,
  maxNameLength,
  maxParts,
  maxSummaryLength,
  maxTextCharacters,
  maxTitleLength,
  partKinds,
  workEventKinds,
  workStates,
} from './work-values.ts'

/** Null if it is allowed; otherwise the reason, in the caller's language. */
const refusal = z.string().nullable()

const key = z.string().max(40)

/** A part in the caller's language, with the types that are accepted. */
const shownPart = z.object({
  id: key,
  label: z.string(),
  help: z.string(),
  kind: z.enum(partKinds),
  required: z.boolean(),
  minFiles: z.int(),
  maxFiles: z.int(),
  types: z.array(z.string()),
  maxBytes: z.int(),
  limits: z.object({
    minSeconds: z.int().optional(),
    maxSeconds: z.int().optional(),
    minLongSide: z.int().optional(),
    minShortSide: z.int().optional(),
    codecs: z.array(z.enum(codecs)).optional(),
    maxKbps: z.int().optional(),
    maxPages: z.int().optional(),
    maxCharacters: z.int().optional(),
  }),
  forExperts: z.boolean(),
  forPublic: z.boolean(),
})
export type ShownPart = z.infer<typeof shownPart>

const finding = z.object({
  code: z.enum(Object.keys(findingCodes) as [FindingCode, ...FindingCode[]]),
  isBlocking: z.boolean(),
  /** In the caller's language. */
  message: z.string(),
})
export type ShownFinding = z.infer<typeof finding>

/** A place where the work may reveal who made it. */
const leak = z.object({
  kind: z.enum(leakKinds),
  /** What was found: a name, a school. */
  value: z.string(),
  /** Where it is, in the caller's language: "page 3 of lesson-plan.pdf". */
  place: z.string(),
  /** A few words around it. */
  context: z.string(),
  file: fileId.nullable(),
})
export type ShownLeak = z.infer<typeof leak>

export const workFile = z.object({
  id: fileId,
  part: key,
  name: z.string(),
  size: z.int(),
  type: z.string(),
  /** In hexadecimal digits. */
  sha256: z.string(),
  confirmation: z.enum(confirmations),
  /** False: it is still being checked. */
  isChecked: z.boolean(),
  findings: z.array(finding),
  seconds: z.number().nullable(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  pages: z.int().nullable(),
  uploadedAt: z.iso.datetime(),
})
export type WorkFile = z.infer<typeof workFile>

/** What prevents a submission. `at`: `title`, `summary`, `names`, the id of a part, `declaration.<id>`, or `total`. */
const problem = z.object({ at: z.string(), message: z.string() })
export type WorkProblem = z.infer<typeof problem>

const certificateName = z.object({
  uid: accountId,
  role: z.enum(teamRoles),
  name: z.string(),
})

const submission = z.object({
  number: z.int(),
  at: z.iso.datetime(),
  /** A name; null for somebody who is gone. */
  by: z.string().nullable(),
  isLate: z.boolean(),
  /** SHA-256 of the manifest, in hexadecimal digits. */
  hash: z.string(),
  /** What differs from the submission before, in the caller's language. */
  changed: z.array(z.string()),
})
export type SubmissionHead = z.infer<typeof submission>

const event = z.object({
  at: z.iso.datetime(),
  kind: z.enum(workEventKinds),
  state: z.enum(workStates),
  by: z.string().nullable(),
  reason: z.string().nullable(),
  submission: z.int().nullable(),
})

/** A work, as its team and organisers see it. */
export const work = z.object({
  id: workId,
  enrolmentId,
  /** Of the enrolment. */
  number: z.string(),
  state: z.enum(workStates),
  version: z.int(),
  activity: z.object({
    id: activityId,
    code: z.string(),
    name: z.string(),
    locale: z.enum(locales),
    timeZone: z.string(),
  }),
  team: z.object({ id: teamId, name: z.string() }),
  opensAt: z.iso.datetime().nullable(),
  closesAt: z.iso.datetime().nullable(),
  isExtended: z.boolean(),
  /** A returned one: until when it may be submitted again. */
  resubmitBy: z.iso.datetime().nullable(),
  /** Until when an upload counts that was started before the end. */
  uploadsUntil: z.iso.datetime().nullable(),
  blind: z.boolean(),
  parts: z.array(shownPart),
  declarations: z.array(z.object({ id: key, text: z.string(), isAgreed: z.boolean() })),
  title: z.string(),
  summary: z.string(),
  /** Texts and links, by part. */
  values: z.record(key, z.string()),
  /** As they will be printed on certificates. */
  names: z.array(certificateName),
  areNamesConfirmed: z.boolean(),
  files: z.array(workFile),
  /** The oldest first. */
  uploads: z.array(workUpload),
  usedBytes: z.int(),
  maxTotalBytes: z.int(),
  problems: z.array(problem),
  leaks: z.array(leak),
  /** What may reveal the team is being searched for: there may be other leaks soon. */
  isScanning: z.boolean(),
  /** There are changes that are not submitted yet; the last submission stands. */
  isChanged: z.boolean(),
  /** The newest first. */
  submissions: z.array(submission),
  submittedAt: z.iso.datetime().nullable(),
  decidedAt: z.iso.datetime().nullable(),
  reason: z.string().nullable(),
  events: z.array(event),
  /** The caller is not in the team. */
  isOnBehalf: z.boolean(),
  may: z.object({ edit: refusal, submit: refusal, withdraw: refusal, revive: refusal, discard: refusal }),
})
export type Work = z.infer<typeof work>

/** An approved enrolment whose activity asks for a work, with the work if there is one. */
export const workHead = z.object({
  /** Null: not started. */
  id: workId.nullable(),
  enrolmentId,
  number: z.string(),
  state: z.enum(workStates),
  title: z.string(),
  activity: z.object({ id: activityId, code: z.string(), name: z.string(), locale: z.enum(locales) }),
  team: z.object({ id: teamId, name: z.string(), role: z.enum(teamRoles) }),
  opensAt: z.iso.datetime().nullable(),
  closesAt: z.iso.datetime().nullable(),
  resubmitBy: z.iso.datetime().nullable(),
  timeZone: z.string(),
  parts: z.array(
    z.object({
      id: key,
      label: z.string(),
      required: z.boolean(),
      /** `ready`: there and without a blocking finding. */
      standing: z.enum(['missing', 'checking', 'finding', 'ready']),
    }),
  ),
  isChanged: z.boolean(),
  /** Of the last submission. */
  submission: submission.pick({ number: true, at: true }).nullable(),
  reason: z.string().nullable(),
  next: journeyStep,
})
export type WorkHead = z.infer<typeof workHead>

const params = z.strictObject({ id: workId })
const version = z.int()

export const listMyWorks = endpoint({
  method: 'GET',
  path: '/api/account/works',
  summary: 'What one’s own teams hand in: each approved enrolment of an activity that asks for a work',
  answer: z.object({ list: z.array(workHead) }),
})

export const startWork = endpoint({
  method: 'POST',
  path: '/api/works',
  summary: 'Starts the work of an approved enrolment; the existing one, if there is one',
  body: z.strictObject({ enrolmentId }),
  answer: work,
  idempotent: true,
})

export const readWork = endpoint({
  method: 'GET',
  path: '/api/works/:id',
  summary: 'A work, for its team and for organisers',
  params,
  answer: work,
})

/** What the database cannot hold is left out: nothing else that was typed is lost with it. */
const typed = (most: number) =>
  z
    .string()
    .max(most)
    .overwrite((text) => text.replaceAll('\u0000', '').toWellFormed())

export const saveWork = endpoint({
  method: 'PUT',
  path: '/api/works/:id',
  summary: 'Saves what was typed so far, whether or not it is complete; the last submission is not changed',
  params,
  body: z.strictObject({
    version,
    title: typed(maxTitleLength),
    summary: typed(maxSummaryLength),
    values: z.record(key, typed(maxTextCharacters)).refine((texts) => Object.keys(texts).length <= maxParts),
    /** Present: these names are confirmed. */
    names: z
      .array(z.strictObject({ uid: accountId, name: readLine(maxNameLength) }))
      .max(100)
      .optional(),
    /** Ids of the declarations that are agreed to. */
    agreed: z.array(key).max(20),
  }),
  answer: z.object({
    version: z.int(),
    savedAt: z.iso.datetime(),
    isChanged: z.boolean(),
    areNamesConfirmed: z.boolean(),
    problems: z.array(problem),
    leaks: z.array(leak),
  }),
})

export const orderWorkFiles = endpoint({
  method: 'PUT',
  path: '/api/works/:id/parts/:part/order',
  summary: 'Puts the files of a part into an order',
  params: params.extend({ part: key }),
  body: z.strictObject({ files: z.array(fileId).max(maxFilesPerPart) }),
  answer: work,
})

export const removeWorkFile = endpoint({
  method: 'DELETE',
  path: '/api/works/:id/files/:file',
  summary: 'Takes a file out of what is being prepared; submissions keep it',
  params: params.extend({ file: fileId }),
  answer: work,
})

export const discardWorkChanges = endpoint({
  method: 'POST',
  path: '/api/works/:id/discard',
  summary: 'Discards changes since the last submission',
  params,
  body: z.strictObject({ version }),
  answer: work,
})

export const submitWork = endpoint({
  method: 'POST',
  path: '/api/works/:id/submission',
  summary: 'Submits the work as it is now: a numbered, signed version that is never changed',
  params,
  /** The files that the caller has seen, in any order: refused if there are others by now. */
  body: z.strictObject({ version, files: z.array(fileId).max(maxParts * maxFilesPerPart) }),
  answer: work,
  idempotent: true,
})

export const withdrawWork = endpoint({
  method: 'POST',
  path: '/api/works/:id/withdrawal',
  summary: 'Withdraws a work, while the phase is open',
  params,
  body: z.strictObject({ version, reason: lines(500).optional() }),
  answer: work,
  idempotent: true,
})

export const reviveWork = endpoint({
  method: 'POST',
  path: '/api/works/:id/revival',
  summary: 'Makes a withdrawn work a draft again',
  params,
  body: z.strictObject({ version }),
  answer: work,
  idempotent: true,
})

const submissionParams = params.extend({
  number: z
    .string()
    .regex(/^\d{1,6}$/)
    .transform(Number),
})

/** Everything that a receipt proves, as it is shown. */
export const readReceipt = endpoint({
  method: 'GET',
  path: '/api/works/:id/submissions/:number',
  summary: 'The receipt of a submission, for the team and for organisers',
  params: submissionParams,
  answer: z.object({
    workId,
    number: z.int(),
    /** Of the last submission: this one stands if both are equal. */
    latest: z.int(),
    /** False: the work was withdrawn since, and has not been submitted again. */
    hasStanding: z.boolean(),
    enrolmentNumber: z.string(),
    activity: z.string(),
    team: z.string(),
    title: z.string(),
    summary: z.string(),
    submittedAt: z.iso.datetime(),
    timeZone: z.string(),
    isLate: z.boolean(),
    parts: z.array(
      z.object({
        label: z.string(),
        text: z.string().nullable(),
        files: z.array(
          z.object({ name: z.string(), size: z.int(), sha256: z.string(), confirmation: z.enum(confirmations) }),
        ),
      }),
    ),
    names: z.array(z.object({ role: z.enum(teamRoles), name: z.string() })),
    declarations: z.array(z.string()),
    manifestHash: z.string(),
    previousHash: z.string().nullable(),
    /** Ed25519, in base64. */
    signature: z.string(),
    keyId: z.string(),
  }),
})
export type Receipt = z.infer<typeof readReceipt.answer>

/** The answer is a file. */
export const readReceiptPdf = endpoint({
  method: 'GET',
  path: '/api/works/:id/submissions/:number/receipt.pdf',
  summary: 'The receipt as a PDF, with manifest and signature embedded',
  params: submissionParams,
  answer: z.never(),
})

/** The answer is a file. */
export const readManifest = endpoint({
  method: 'GET',
  path: '/api/works/:id/submissions/:number/manifest.json',
  summary: 'The exact bytes that the receipt signs',
  params: submissionParams,
  answer: z.never(),
})
