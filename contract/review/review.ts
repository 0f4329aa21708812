// The endpoints of experts. No answer has an id of the database, a name of a person, team or school, or a time of the team: a test checks it.
import { z } from 'zod'
import { lines } from '../accounts/account-fields.ts'
import { endpoint } from '../endpoint.ts'
import { locales } from '../locales.ts'
import {
  declineKinds,
  flagKinds,
  maxCommentLength,
  maxNoteLength,
  maxNotes,
  maxReasonLength,
  maxRemarkLength,
  maxSheetSeconds,
  fullPoints,
  reviewerStates,
  roundKinds,
  roundStates,
  sheetStates,
} from './review-values.ts'
import { partKinds } from '../works/work-values.ts'

export const code = z.string().regex(/^[2-9A-HJKMNP-TV-Z]{6,8}$/)
export const inRound = z.strictObject({ round: code })
const ofWork = z.strictObject({ code })
export const refusal = z.string().nullable()

/** What is typed, as it is typed: autosaving refuses no character. Those that cannot be stored are dropped. */
const typed = (most: number) =>
  z
    .string()
    .overwrite((text) =>
      text
        .toWellFormed()
        .replaceAll(/\r\n?/g, '\n')
        // oxlint-disable-next-line no-control-regex
        .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, ''),
    )
    .max(most)

export const deskRound = z.object({
  code: z.string(),
  name: z.string(),
  locale: z.enum(locales),
  kind: z.enum(roundKinds),
  state: z.enum(roundStates),
  invitation: z.enum(reviewerStates),
  hasPledged: z.boolean(),
  /** A made-up work must be tried first. */
  needsPractice: z.boolean(),
  isChair: z.boolean(),
  opensAt: z.iso.datetime().nullable(),
  closesAt: z.iso.datetime().nullable(),
  timeZone: z.string(),
  /** Documents can be downloaded while there is no refusal. */
  allowsDownload: z.boolean(),
  works: z.int(),
  finished: z.int(),
  /** Why nothing can be written now, in the caller's language. */
  refusal,
})
export type DeskRound = z.infer<typeof deskRound>

export const listDeskRounds = endpoint({
  method: 'GET',
  path: '/api/review',
  summary: 'The rounds that I am invited to judge',
  answer: z.object({ list: z.array(deskRound) }),
})

export const answerRoundInvitation = endpoint({
  method: 'POST',
  path: '/api/review/rounds/:round/answer',
  summary: 'Accepts or declines an invitation to judge',
  params: inRound,
  body: z.strictObject({ accept: z.boolean(), reason: lines(maxReasonLength).optional() }),
  answer: deskRound,
})

export const readPledge = endpoint({
  method: 'GET',
  path: '/api/review/rounds/:round/pledge',
  summary: 'What experts promise: confidentiality, and to declare conflicts',
  params: inRound,
  answer: z.object({
    version: z.int(),
    title: z.string(),
    /** Safe HTML. */
    body: z.string(),
    locale: z.enum(locales),
    signedAt: z.iso.datetime().nullable(),
  }),
})

export const signPledge = endpoint({
  method: 'POST',
  path: '/api/review/rounds/:round/pledge',
  summary: 'Signs the pledge in the version that was read',
  params: inRound,
  body: z.strictObject({ version: z.int() }),
  answer: deskRound,
})

export const shownCriterion = z.object({
  id: z.string(),
  label: z.string(),
  help: z.string(),
  max: z.int(),
  levels: z.array(z.object({ label: z.string(), from: z.int(), to: z.int() })),
})
export type ShownCriterion = z.infer<typeof shownCriterion>

const deskWork = z.object({
  code: z.string(),
  title: z.string(),
  activity: z.string(),
  state: z.enum(sheetStates),
  /** Of what was submitted last. */
  scores: z.record(z.string(), z.int()),
  total: z.int().nullable(),
  /** Written and not submitted yet; the total is null while points are missing. */
  draft: z.object({ scores: z.record(z.string(), z.int()), total: z.int().nullable() }).nullable(),
  hasFlag: z.boolean(),
  /** Until when a sheet may be changed that was reopened. */
  reopenedUntil: z.iso.datetime().nullable(),
})
export type DeskWork = z.infer<typeof deskWork>

export const readDeskRound = endpoint({
  method: 'GET',
  path: '/api/review/rounds/:round',
  summary: 'My works in a round, in my own order, with my scores',
  params: inRound,
  answer: z.object({
    round: deskRound,
    step: z.int(),
    criteria: z.array(shownCriterion),
    works: z.array(deskWork),
    /** How long the films and recordings of the works that are left take to play. */
    secondsToPlay: z.int(),
    /** For the works that are left; null: none is, or fewer than three sheets were submitted. */
    pace: z
      .object({
        /** The median of my submitted sheets. */
        secondsPerWork: z.int(),
        secondsLeft: z.int(),
        /** So many works a day are done by the end; null: there is no end, or it has passed. */
        worksPerDay: z.int().nullable(),
        /** The works that are left take longer than the round. */
        isTight: z.boolean(),
      })
      .nullable(),
  }),
})
export type DeskRoundWorks = z.infer<typeof readDeskRound.answer>

/** The answer is a file. */
export const readRoundCalendar = endpoint({
  method: 'GET',
  path: '/api/review/rounds/:round/calendar.ics',
  summary: 'When a round that I am invited to opens and ends, as a calendar',
  params: inRound,
  answer: z.never(),
})

/** The answer is an archive. */
export const downloadWorks = endpoint({
  method: 'GET',
  path: '/api/review/rounds/:round/works.zip',
  summary:
    'The documents, pictures and texts of my works, with my name on every page; refused unless the organizers allow it',
  params: inRound,
  answer: z.never(),
})

/** A note at a place of a file. */
const note = z.strictObject({
  file: z.int().min(1).max(1_000),
  /** A second of a film or recording, a page of a document; null: the whole file. */
  at: z.number().min(0).max(1_000_000).nullable(),
  text: typed(maxNoteLength),
})
export type SheetNote = z.infer<typeof note>

const score = z.int().min(0).max(fullPoints)

const sheet = z.object({
  version: z.int(),
  state: z.enum(sheetStates),
  scores: z.record(z.string(), score),
  comment: z.string(),
  remark: z.string(),
  notes: z.array(note),
  /** How far each file was looked at: seconds or pages, by its number. */
  places: z.record(z.string(), z.number()),
  /** That the work was open and in use. */
  seconds: z.int(),
  submittedAt: z.iso.datetime().nullable(),
  savedAt: z.iso.datetime().nullable(),
})
export type Sheet = z.infer<typeof sheet>

const deskFile = z.object({
  number: z.int(),
  /** Neutral: `lessonPlan-2.pdf`. */
  name: z.string(),
  type: z.string(),
  seconds: z.number().nullable(),
  pages: z.int().nullable(),
  /** False: its copy is being made again. */
  isReady: z.boolean(),
  /** Works as long as the assignment does. */
  address: z.string(),
  /** Of the pages of slides, as a PDF, which may not be there; null: no slides. */
  pagesAddress: z.string().nullable(),
})
export type DeskFile = z.infer<typeof deskFile>

const deskPart = z.object({
  id: z.string(),
  label: z.string(),
  kind: z.enum(partKinds),
  /** A text or a link; null: files. */
  text: z.string().nullable(),
  files: z.array(deskFile),
})

const workAnswer = z.object({
  round: deskRound,
  step: z.int(),
  criteria: z.array(shownCriterion),
  code: z.string(),
  title: z.string(),
  summary: z.string(),
  activity: z.string(),
  locale: z.enum(locales),
  parts: z.array(deskPart),
  sheet,
  reopenedUntil: z.iso.datetime().nullable(),
  flags: z.array(z.object({ kind: z.enum(flagKinds), text: z.string(), isResolved: z.boolean() })),
  previous: z.string().nullable(),
  next: z.string().nullable(),
  may: z.object({ write: refusal, decline: refusal, flag: refusal }),
})
export type DeskWorkView = z.infer<typeof workAnswer>

export const readDeskWork = endpoint({
  method: 'GET',
  path: '/api/review/works/:code',
  summary: 'A work that I judge, with my sheet',
  params: ofWork,
  answer: workAnswer,
})

/** What is typed. Scores may be incomplete; those out of range or off the step are refused at their field. */
const sheetContent = z.strictObject({
  scores: z.record(z.string().max(40), score),
  comment: typed(maxCommentLength),
  remark: typed(maxRemarkLength),
  notes: z.array(note).max(maxNotes),
  places: z.record(z.string().regex(/^[1-9]\d{0,2}$/), z.number().min(0).max(1_000_000)),
  /** All seconds that the work was open and in use, as this browser knows: a save that is sent twice counts no second twice. */
  seconds: z.int().min(0).max(maxSheetSeconds),
})
export type WrittenSheet = z.infer<typeof sheetContent>

export const saveSheet = endpoint({
  method: 'PUT',
  path: '/api/review/works/:code/sheet',
  summary: 'Saves my sheet; refused if another tab has saved it meanwhile',
  params: ofWork,
  body: sheetContent.extend({ version: z.int().min(0) }),
  answer: sheet,
})

export const submitSheet = endpoint({
  method: 'POST',
  path: '/api/review/works/:code/submission',
  summary: 'Submits my sheet in the version that I have seen; every submitted version is kept',
  params: ofWork,
  body: z.strictObject({ version: z.int().min(1) }),
  answer: sheet,
  idempotent: true,
})

export const declineWork = endpoint({
  method: 'POST',
  path: '/api/review/works/:code/decline',
  summary: 'Gives a work back: a conflict, or unable to judge it',
  params: ofWork,
  body: z.strictObject({ kind: z.enum(declineKinds), reason: lines(maxReasonLength) }),
  answer: z.object({ next: z.string().nullable() }),
})

export const flagWork = endpoint({
  method: 'POST',
  path: '/api/review/works/:code/flags',
  summary: 'Reports something about a work to the organisers',
  params: ofWork,
  body: z.strictObject({ kind: z.enum(flagKinds), text: lines(maxReasonLength) }),
  answer: workAnswer.shape.flags.element,
  idempotent: true,
})

const ofFile = z.strictObject({
  token: z.string().regex(/^[A-Za-z0-9_-]{20,60}$/),
  number: z
    .string()
    .regex(/^[1-9]\d{0,2}$/)
    .transform(Number),
})

/** The answer is a file. */
export const readReviewFile = endpoint({
  method: 'GET',
  path: '/api/review/files/:token/:number',
  summary: 'A file of a work that I judge, as experts get it',
  params: ofFile,
  answer: z.never(),
})

/** The answer is a PDF. */
export const readReviewPages = endpoint({
  method: 'GET',
  path: '/api/review/files/:token/:number/pages',
  summary: 'Slides of a work that I judge, as pages',
  params: ofFile,
  answer: z.never(),
})

/** The answer is a picture of at most 15 KB, or a drawing. */
export const readReviewCover = endpoint({
  method: 'GET',
  path: '/api/review/works/:code/cover',
  summary: 'A small picture of a work that I judge, of the copies that experts get',
  params: ofWork,
  answer: z.never(),
})

export const readPractice = endpoint({
  method: 'GET',
  path: '/api/review/rounds/:round/practice',
  summary: 'A made-up work to try the sheet on',
  params: inRound,
  answer: z.object({
    round: deskRound,
    step: z.int(),
    criteria: z.array(shownCriterion),
    title: z.string(),
    summary: z.string(),
    parts: z.array(deskPart),
  }),
})

export const finishPractice = endpoint({
  method: 'POST',
  path: '/api/review/rounds/:round/practice',
  summary: 'Says that the practice work was tried',
  params: inRound,
  answer: deskRound,
})
