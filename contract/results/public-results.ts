import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { activityId, editionId, resultListId, workId } from '../ids.ts'
import { locales } from '../locales.ts'
import { pageOf, pageQuery } from '../paging.ts'
import { changeKinds, publicColumns } from './result-values.ts'
import { resultPerson } from './results.ts'
import { partKinds } from '../works/work-values.ts'

// What visitors read of results. Nothing here is answered before its time.

const params = z.strictObject({ id: resultListId })

/** In the caller's language. */
const named = z.object({ id: z.string(), label: z.string() })
const activity = z.object({ id: activityId, name: z.string() })
const edition = z.object({ id: editionId, year: z.int(), name: z.string() })

export const announcedList = z.object({
  id: resultListId,
  activity,
  version: z.int(),
  announcedAt: z.iso.datetime(),
  awarded: z.int(),
  /** How many works of it the gallery shows. */
  works: z.int(),
})

export const publicNotice = z.object({
  id: resultListId,
  activity,
  edition,
  version: z.int(),
  publicisedAt: z.iso.datetime(),
  until: z.iso.datetime(),
})

export const listPublicResults = endpoint({
  method: 'GET',
  path: '/api/public/results',
  summary: 'Announced results by edition, and lists whose publicity runs',
  answer: z.object({
    /** The newest first. */
    editions: z.array(edition.extend({ lists: z.array(announcedList) })),
    publicity: z.array(publicNotice),
    timeZone: z.string(),
    now: z.iso.datetime(),
  }),
})
export type PublicResults = z.infer<typeof listPublicResults.answer>

/** An awarded work. What the organisers do not show is null or empty. */
const publicRow = z.object({
  prize: named.nullable(),
  group: named.nullable(),
  rank: z.int().nullable(),
  /** In hundredths of a point. */
  score: z.int().nullable(),
  number: z.string().nullable(),
  title: z.string().nullable(),
  team: z.string().nullable(),
  people: z.array(resultPerson),
  advisors: z.array(resultPerson),
  school: z.string().nullable(),
  /** Its name, in the caller's language. */
  province: z.string().nullable(),
  /** The organisers gave another prize than the scores did, with this reason. */
  adjustmentReason: z.string().nullable(),
  /** Its page in the gallery; null: it has none. */
  work: workId.nullable(),
})
export type PublicResultRow = z.infer<typeof publicRow>

const change = z.object({
  kind: z.enum(changeKinds),
  /** Of what is shown of the work: its title, else its number. */
  name: z.string(),
  before: named.nullable(),
  after: named.nullable(),
  rankBefore: z.int().nullable(),
  rankAfter: z.int().nullable(),
  /** What was corrected, as a list in the caller's language. */
  corrected: z.string().nullable(),
})

const publicList = pageOf(publicRow).extend({
  id: resultListId,
  activity,
  edition,
  timeZone: z.string(),
  version: z.int(),
  columns: z.array(z.enum(publicColumns)),
  /** With the number of works that got each. */
  prizes: z.array(named.extend({ awarded: z.int() })),
  groups: z.array(named),
  /** By their code. */
  provinces: z.array(named),
  /**
   * A SHA-256 in hexadecimal digits. Version 2 is that of the text of the list, and covers everything that is shown. Version 1 is that of
   * ranks, scores and prizes alone, of a list that an older version made; it has no text.
   */
  fingerprint: z.string(),
  fingerprintVersion: z.union([z.literal(1), z.literal(2)]),
  /** Works of which only the digest is left, because somebody was erased. */
  erased: z.int(),
  /** What the fingerprint proves, in paragraphs. Sent with the list, because scripts of pages are limited. */
  proof: z.strictObject({ fingerprint: z.string(), text: z.array(z.string()), computation: z.string() }),
  /** Commands that compute the fingerprint from the text. */
  recipes: z.array(z.strictObject({ name: z.string(), code: z.string() })),
  /** SHA-256 of the stored list, its input and the prize rules, in hexadecimal digits. */
  rowsHash: z.string(),
  inputHash: z.string(),
  rulesHash: z.string(),
  /** Why there is a version after the first, and how it differs. */
  reason: z.string().nullable(),
  changes: z.array(change),
  previous: resultListId.nullable(),
  /** A newer version. */
  supersededBy: resultListId.nullable(),
  now: z.iso.datetime(),
})

const filter = pageQuery.extend({
  prize: z.string().max(40).optional(),
  group: z.string().max(40).optional(),
  province: z.string().max(20).optional(),
  school: z.string().max(100).optional(),
  search: z.string().max(100).optional(),
})

export const readPublicResult = endpoint({
  method: 'GET',
  path: '/api/public/results/:id',
  summary: 'An announced result list',
  params,
  query: filter,
  answer: publicList.extend({ announcedAt: z.iso.datetime(), hasGallery: z.boolean() }),
})
export type PublicResult = z.infer<typeof readPublicResult.answer>

/** The answer is a file. */
export const exportPublicResult = endpoint({
  method: 'GET',
  path: '/api/public/results/:id/export',
  summary: 'An announced result list as a spreadsheet',
  params,
  /** The language, as in addresses of pages. */
  query: z.strictObject({ lang: z.enum(locales).optional() }),
  answer: z.never(),
})

export const readPublicity = endpoint({
  method: 'GET',
  path: '/api/public/publicity/:id',
  summary: 'A publicised result list, to which objections can be made',
  params,
  query: filter,
  answer: publicList.extend({
    publicisedAt: z.iso.datetime(),
    until: z.iso.datetime(),
    isRunning: z.boolean(),
    /** Announced since: its page of results. */
    isAnnounced: z.boolean(),
  }),
})
/** The answer is a file. */
export const exportListText = endpoint({
  method: 'GET',
  path: '/api/public/publicity/:id/text',
  summary: 'The text that the fingerprint of a publicised list is made of',
  params,
  answer: z.never(),
})
export type Publicity = z.infer<typeof readPublicity.answer>

export const shownWork = z.object({
  id: workId,
  title: z.string(),
  team: z.string(),
  school: z.string().nullable(),
  province: z.string().nullable(),
  prize: named,
  activity,
  edition: edition.omit({ name: true }),
  /** What there is to see. */
  kinds: z.array(z.enum(partKinds)),
})
export type ShownWork = z.infer<typeof shownWork>

export const listPublicWorks = endpoint({
  method: 'GET',
  path: '/api/public/works',
  summary: 'The gallery: awarded works that may be published',
  query: pageQuery.extend({
    edition: editionId.optional(),
    activity: activityId.optional(),
    prize: z.string().max(40).optional(),
    search: z.string().max(100).optional(),
  }),
  answer: pageOf(shownWork).extend({
    editions: z.array(edition.extend({ activities: z.array(activity.extend({ prizes: z.array(named) })) })),
  }),
})

export const readPublicWork = endpoint({
  method: 'GET',
  path: '/api/public/works/:id',
  summary: 'An awarded work with everything of it that may be published',
  params: z.strictObject({ id: workId }),
  answer: shownWork.extend({
    summary: z.string(),
    list: resultListId,
    people: z.array(resultPerson),
    parts: z.array(
      z.object({
        id: z.string(),
        kind: z.enum(partKinds),
        label: z.string(),
        labelLocale: z.enum(locales),
        /** A text or a link; null: the part consists of files. */
        text: z.string().nullable(),
        files: z.array(
          z.object({
            number: z.int(),
            name: z.string(),
            type: z.string(),
            seconds: z.number().nullable(),
            pages: z.int().nullable(),
            /** There is a picture of it; otherwise a drawing takes its place. */
            hasPicture: z.boolean(),
          }),
        ),
      }),
    ),
  }),
})
export type PublicWork = z.infer<typeof readPublicWork.answer>

const fileParams = z.strictObject({
  id: workId,
  number: z
    .string()
    .regex(/^[1-9]\d{0,2}$/)
    .transform(Number),
})

/** The answer is a file. */
export const openPublicFile = endpoint({
  method: 'GET',
  path: '/api/public/works/:id/files/:number',
  summary: 'A file of an awarded work, whole or in part',
  params: fileParams,
  answer: z.never(),
})

/** The answer is a picture of at most 15 KB, or a drawing. */
export const openPublicCover = endpoint({
  method: 'GET',
  path: '/api/public/works/:id/cover',
  summary: 'A small picture of an awarded work',
  params: z.strictObject({ id: workId }),
  answer: z.never(),
})

/** The answer is a picture of at most 15 KB, or a drawing. */
export const openPublicPicture = endpoint({
  method: 'GET',
  path: '/api/public/works/:id/pictures/:number',
  summary: 'A small picture of a file of an awarded work',
  params: fileParams,
  answer: z.never(),
})
