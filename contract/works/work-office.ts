import { z } from 'zod'
import { line, lines, search } from '../accounts/account-fields.ts'
import { endpoint } from '../endpoint.ts'
import { maxDecisions } from '../enrolments/enrolment-values.ts'
import { enrolmentFilter, several } from '../enrolments/enrolment-office.ts'
import { accountId, activityId, editionId, fileId, leakId, redactionId, taskId, teamId, workId } from '../ids.ts'
import { locales } from '../locales.ts'
import { pageOf, pageQuery } from '../paging.ts'
import { queueOf } from '../queues.ts'
import { teamRoles } from '../teams/team-values.ts'
import {
  leakJudgements,
  leakKinds,
  maxTextCharacters,
  redactionDecisions,
  workDecisions,
  workMarks,
  workSorts,
  workStates,
  type WorkState,
} from './work-values.ts'
import { work, workFile } from './works.ts'

export const workFilter = z.strictObject({
  /** Absent: the current one. */
  edition: editionId.optional(),
  activity: activityId.optional(),
  state: several<WorkState>(workStates).optional(),
  /** `blocking`, `warning`: the worst finding of its files. `leak`: a leak nobody has judged. `changed`: unsubmitted changes. */
  mark: z.enum(workMarks).optional(),
  province: line(64).optional(),
  school: line(100).optional(),
  /** In titles, enrolment numbers, names of teams, people and schools. */
  search: search.optional(),
  from: enrolmentFilter.shape.from,
  until: enrolmentFilter.shape.until,
})
export type WorkFilter = z.infer<typeof workFilter>

const sort = z.enum(workSorts).default('waiting')

const listedWork = z.object({
  id: workId,
  number: z.string(),
  title: z.string(),
  state: z.enum(workStates),
  version: z.int(),
  activity: z.object({ id: activityId, code: z.string(), name: z.string(), locale: z.enum(locales) }),
  team: z.object({ id: teamId, name: z.string() }),
  captain: z.string().nullable(),
  province: z.string().nullable(),
  school: z.string().nullable(),
  submission: z.int().nullable(),
  submittedAt: z.iso.datetime().nullable(),
  isLate: z.boolean(),
  isChanged: z.boolean(),
  worstFinding: z.enum(['blocking', 'warning']).nullable(),
  openLeaks: z.int(),
  missingParts: z.int(),
  decidedAt: z.iso.datetime().nullable(),
  reason: z.string().nullable(),
  /** Until then nobody has been notified of the decision. */
  notifyAt: z.iso.datetime().nullable(),
  isOwnActivity: z.boolean(),
  /** Why a submitted work cannot be accepted yet; null: nothing is missing. */
  whyNotAccept: z.string().nullable(),
})
export type ListedWork = z.infer<typeof listedWork>

export const listWorks = endpoint({
  method: 'GET',
  path: '/api/works',
  summary: 'Works of an edition, for organisers',
  query: pageQuery.extend({ ...workFilter.shape, sort }),
  answer: pageOf(listedWork),
})

const params = z.strictObject({ id: workId })

const officeLeak = z.object({
  id: leakId,
  kind: z.enum(leakKinds),
  /** What was found: a name, a school. */
  value: z.string(),
  place: z.string(),
  context: z.string(),
  file: fileId.nullable(),
  /** It is in a text, where its words can be blanked. */
  isTyped: z.boolean(),
  judgement: z.enum(leakJudgements),
  judgedBy: z.string().nullable(),
})
export type OfficeLeak = z.infer<typeof officeLeak>

/** A file as organisers see it, with the copy that experts get. */
const officeFile = workFile.extend({
  /** `none`: the activity is not blind, or experts do not see it. `pending`: being made. `failed`: cannot be made. */
  blindCopy: z.enum(['none', 'pending', 'ready', 'redacted', 'failed']),
  /** What experts get in place of the file: nothing of the original may be told about a redacted one. */
  copy: z.object({ type: z.string(), size: z.int() }).nullable(),
})
export type OfficeFile = z.infer<typeof officeFile>

/** A copy that is to replace what experts are judging. */
const redaction = z.object({
  id: redactionId,
  file: z.object({ id: fileId, name: z.string() }),
  /** Null: the copy was removed since. */
  copy: fileId.nullable(),
  reason: z.string(),
  proposedBy: z.string().nullable(),
  proposedAt: z.iso.datetime(),
  /** Null: nobody has decided yet. */
  decision: z.enum(redactionDecisions).nullable(),
  decidedBy: z.string().nullable(),
  decidedAt: z.iso.datetime().nullable(),
  /** Why the reader may not confirm it; null: they may, or it is decided. */
  whyNotConfirm: z.string().nullable(),
})
export type Redaction = z.infer<typeof redaction>

/** What was typed, as experts read it. */
const expertTexts = z.object({ title: z.string(), summary: z.string(), values: z.record(z.string(), z.string()) })

const blankedWord = z.object({
  /** As it stands in a text of the work. */
  word: z.string(),
  /** What it reveals: a name, a school. */
  value: z.string(),
  by: z.string().nullable(),
  at: z.iso.datetime(),
})
export type BlankedWord = z.infer<typeof blankedWord>

const submittedVersion = z.object({
  number: z.int(),
  at: z.iso.datetime(),
  by: z.string().nullable(),
  isLate: z.boolean(),
  hash: z.string(),
  title: z.string(),
  summary: z.string(),
  values: z.record(z.string(), z.string()),
  forExperts: expertTexts,
  files: z.array(officeFile),
  names: z.array(z.object({ role: z.enum(teamRoles), name: z.string() })),
  changed: z.array(z.string()),
})
export type SubmittedVersion = z.infer<typeof submittedVersion>

export const readWorkDossier = endpoint({
  method: 'GET',
  path: '/api/works/:id/dossier',
  summary: 'Everything that the formal check of a work looks at, for organisers',
  params,
  answer: z.object({
    work,
    /** The newest first. */
    versions: z.array(submittedVersion),
    /** Files that are prepared, with the copies for experts. */
    files: z.array(officeFile),
    leaks: z.array(officeLeak),
    /** Words that experts do not read in texts of the work. */
    blankedWords: z.array(blankedWord),
    /** What is prepared, as experts would read it. */
    forExperts: expertTexts,
    /** The newest first. */
    redactions: z.array(redaction),
    /** Experts are judging it: what they see is replaced only if a second organiser confirms it. */
    isJudged: z.boolean(),
    contacts: z.array(
      z.object({
        uid: accountId,
        name: z.string(),
        role: z.enum(teamRoles),
        email: z.string().nullable(),
        phone: z.string().nullable(),
      }),
    ),
    province: z.string().nullable(),
    school: z.string().nullable(),
    notifyAt: z.iso.datetime().nullable(),
    isOwnActivity: z.boolean(),
    /** Why a submitted work cannot be accepted yet; null: nothing is missing. */
    whyNotAccept: z.string().nullable(),
  }),
})
export type WorkDossier = z.infer<typeof readWorkDossier.answer>

export const readWorkNeighbours = endpoint({
  method: 'GET',
  path: '/api/works/:id/neighbours',
  summary: 'Which works are before and after one in a list',
  params,
  query: workFilter.extend({ sort }),
  answer: z.object({ previous: workId.nullable(), next: workId.nullable() }),
})

export const readWorkQueue = endpoint({
  method: 'GET',
  path: '/api/works/queue',
  summary: 'Which of the works that wait for the formal check comes next, without those of the caller’s own activities',
  query: workFilter.omit({ state: true }).extend({
    sort,
    /** The work that is looked at. */
    at: workId.optional(),
  }),
  answer: queueOf(workId),
})
export type WorkQueue = z.infer<typeof readWorkQueue.answer>

export const decideWorks = endpoint({
  method: 'POST',
  path: '/api/works/decisions',
  summary: 'Accepts, returns or disqualifies works, or revokes a decision; the teams are notified a minute later',
  body: z.strictObject({
    works: z
      .array(z.strictObject({ id: workId, version: z.int() }))
      .min(1)
      .max(maxDecisions),
    decision: z.enum(workDecisions),
    reason: lines(2_000).optional(),
  }),
  answer: z.object({
    outcomes: z.array(z.object({ id: workId, refusal: z.string().nullable(), notifyAt: z.iso.datetime().nullable() })),
  }),
  idempotent: true,
})

export const judgeLeaks = endpoint({
  method: 'POST',
  path: '/api/works/:id/leaks',
  summary: 'Says of leaks that they reveal nobody, or opens them again',
  params,
  body: z.strictObject({ leaks: z.array(leakId).min(1).max(200), judgement: z.enum(['open', 'fine']) }),
  answer: z.object({ leaks: z.array(officeLeak) }),
})

const blankedAnswer = z.object({ leaks: z.array(officeLeak), blankedWords: z.array(blankedWord) })

export const blankWords = endpoint({
  method: 'POST',
  path: '/api/works/:id/blanked-words',
  summary: 'Blanks what leaks reveal in the texts that experts read, before they judge the work',
  params,
  body: z.strictObject({ leaks: z.array(leakId).min(1).max(200) }),
  answer: blankedAnswer,
})

export const showWords = endpoint({
  method: 'POST',
  path: '/api/works/:id/blanked-words/removal',
  summary: 'Shows blanked words to experts again, before they judge the work',
  params,
  body: z.strictObject({ words: z.array(z.string().max(maxTextCharacters)).min(1).max(200) }),
  answer: blankedAnswer,
})

export const decideRedaction = endpoint({
  method: 'POST',
  path: '/api/works/:id/redactions/:redaction/decision',
  summary: 'Confirms, as a second organiser, a copy that replaces what experts are judging, or refuses it',
  params: params.extend({ redaction: redactionId }),
  body: z.strictObject({ decision: z.enum(redactionDecisions) }),
  answer: z.object({ redactions: z.array(redaction) }),
})

/** The answer is a file. */
export const readBlindCopy = endpoint({
  method: 'GET',
  path: '/api/works/:id/files/:file/blind',
  summary: 'A file of a work as experts get it, for organisers',
  params: params.extend({ file: fileId }),
  answer: z.never(),
})

/** The answer is a PDF. */
export const readFilePages = endpoint({
  method: 'GET',
  path: '/api/works/:id/files/:file/pages',
  summary: 'Slides of a work as pages, for organisers',
  params: params.extend({ file: fileId }),
  answer: z.never(),
})

/** The answer is a PDF. */
export const readBlindPages = endpoint({
  method: 'GET',
  path: '/api/works/:id/files/:file/blind/pages',
  summary: 'Slides of a work as pages, as experts get them, for organisers',
  params: params.extend({ file: fileId }),
  answer: z.never(),
})

/** The answer is a picture of at most 15 KB, or a drawing. */
export const readWorkCover = endpoint({
  method: 'GET',
  path: '/api/works/:id/cover',
  summary: 'A small picture of a work, for organisers',
  params,
  answer: z.never(),
})

/** The answer is a picture of at most 15 KB, or a drawing. */
export const readFileCover = endpoint({
  method: 'GET',
  path: '/api/works/:id/files/:file/cover',
  summary: 'A small picture of a file of a work, for organisers',
  params: params.extend({ file: fileId }),
  answer: z.never(),
})

/** The answer is a file. */
export const exportWorks = endpoint({
  method: 'GET',
  path: '/api/works/export',
  summary: 'Exactly the works of a filter, as a sheet',
  query: workFilter.extend({ sort, format: z.enum(['xlsx', 'csv']) }),
  answer: z.never(),
})

export const bundleWorks = endpoint({
  method: 'POST',
  path: '/api/works/bundles',
  summary: 'Starts a task that puts the submitted files of an activity into one archive',
  body: z.strictObject({ activity: activityId, blind: z.boolean().default(false) }),
  answer: z.object({ task: taskId }),
  idempotent: true,
})
