import { z } from 'zod'
import { shownBanner } from '../banners/banners.ts'
import { activityCard, contest, editionFacts, scheduledPhase } from '../competition/competition.ts'
import { readDocument } from '../documents/documents.ts'
import { endpoint } from '../endpoint.ts'
import { locales, type Locale } from '../locales.ts'
import { materialCard } from '../materials/materials.ts'
import { newsItem } from '../articles/news.ts'
import { shownPartner } from '../partners/partners.ts'
import { announcedList, publicNotice, shownWork } from '../results/public-results.ts'
import { sectionTypes, type SectionType } from './section-shapes.ts'
import { pageName, writtenSection, type ShownContent, type WrittenSection } from './sections.ts'

/** Live data of sections, read when the page is requested. */
export const sectionData = {
  hero: z.object({
    edition: editionFacts.nullable(),
    /**
     * The next deadline for visitors who want to take part: when enrolment closes or opens, and in which activities.
     */
    next: z
      .object({
        what: z.enum(['closes', 'opens']),
        at: z.iso.datetime(),
        activities: z.array(activityCard.pick({ id: true, name: true, locale: true })),
      })
      .nullable(),
  }),
  carousel: z.object({ list: z.array(shownBanner) }),
  /** Live counts; null if the section shows only figures of the organisers. */
  figures: z.object({ people: z.int(), teams: z.int(), schools: z.int(), provinces: z.int() }).nullable(),
  activityList: contest.pick({ edition: true, activities: true }),
  schedule: contest.pick({ edition: true }).extend({
    schedule: z.array(scheduledPhase),
  }),
  activityRules: z.object({
    list: z.array(
      activityCard.pick({ id: true, name: true, locale: true }).extend({
        /** Safe HTML, sanitised on the server. */
        rules: z.string(),
      }),
    ),
  }),
  logos: z.object({ list: z.array(shownPartner) }),
  newsList: z.object({ list: z.array(newsItem) }),
  materialList: z.object({ list: z.array(materialCard) }),
  /** Results on public notice, and the lists that were announced last. */
  resultList: z.object({
    publicity: z.array(publicNotice),
    announced: z.array(announcedList.extend({ edition: publicNotice.shape.edition })),
    timeZone: z.string(),
  }),
  workList: z.object({ list: z.array(shownWork) }),
  document: readDocument.answer,
} as const satisfies Partial<Record<SectionType, z.ZodType>>

export type LiveType = keyof typeof sectionData
export type SectionData<T extends LiveType> = z.infer<(typeof sectionData)[T]>

interface ShownOf<T extends SectionType> {
  id: string
  block: string
  type: T
  /** The actual language: if the requested one is incomplete, the language of the fallback texts. */
  locale: Locale
  content: ShownContent<T>
}

/** A section as visitors see it. */
export type ShownSection<T extends SectionType = SectionType> = {
  [Each in T]: ShownOf<Each> & (Each extends LiveType ? { data: SectionData<Each> } : unknown)
}[T]

/**
 * `content` is not described in detail: the section's shape builds it, and `sectionData` validates the data. A
 * serializer that knows every section type takes half a second to compile.
 */
const shownSection = z.object({
  id: z.string(),
  block: z.string(),
  type: z.enum(sectionTypes),
  locale: z.enum(locales),
  content: z.record(z.string(), z.unknown()),
  data: z.unknown().optional(),
}) as unknown as z.ZodType<ShownSection>

const shownPage = z.object({
  name: pageName,
  publishedAt: z.iso.datetime(),
  sections: z.array(shownSection),
})
export type ShownPage = z.infer<typeof shownPage>

const params = z.strictObject({ name: pageName })

export const readPage = endpoint({
  method: 'GET',
  path: '/api/pages/:name',
  summary: 'A page as it is published: its visible sections in order, each with the data that it shows',
  params,
  answer: shownPage,
})

export const readBlock = endpoint({
  method: 'GET',
  path: '/api/pages/:name/blocks/:block',
  summary: 'One visible section of a published page',
  params: params.extend({ block: z.string().max(40) }),
  answer: shownSection,
})

export const readPageFile = endpoint({
  method: 'GET',
  path: '/api/pages/:name/file',
  summary: 'The text of a published page as an HTML file, without the layout of the site',
  params,
  query: z.strictObject({ lang: z.enum(locales).optional() }),
  answer: z.string(),
})

const pageHead = z.object({
  name: pageName,
  /** Version of the draft; increases with every save. */
  version: z.int(),
  /** The version that visitors see. */
  publishedVersion: z.int(),
  updatedAt: z.iso.datetime(),
  publishedAt: z.iso.datetime(),
})
export type PageHead = z.infer<typeof pageHead>

export const listPages = endpoint({
  method: 'GET',
  path: '/api/pages',
  summary: 'All pages that are made of sections, for organisers',
  answer: z.object({ list: z.array(pageHead) }),
})

const translations = z.record(z.enum(locales), z.enum(['current', 'outdated', 'missing']))

/** A section as it was validated when it was saved. */
const storedSection = z.object({
  id: z.string(),
  block: z.string(),
  type: z.enum(sectionTypes),
  visible: z.boolean(),
  content: z.record(z.string(), z.unknown()),
}) as unknown as z.ZodType<WrittenSection>

const pageDraft = pageHead.extend({
  sections: z.array(storedSection),
  /** The published sections, to compare with the draft. */
  published: z.array(storedSection),
  /** Translation states of each section, by section id. */
  translations: z.record(z.string(), translations),
  /** Blocks that have an address but no visible section; that address would be empty. */
  absentBlocks: z.array(z.string()),
})
export type PageDraft = z.infer<typeof pageDraft>

export const readPageDraft = endpoint({
  method: 'GET',
  path: '/api/pages/:name/draft',
  summary: 'The draft of a page in all languages, for organisers',
  params,
  answer: pageDraft,
})

const maxSections = 40

const sections = z
  .array(writtenSection)
  .max(maxSections)
  .check(({ value, issues }) => {
    const ids = value.map(({ id }) => id)
    const twice = ids.findIndex((id, position) => ids.indexOf(id) !== position)
    if (twice >= 0) issues.push({ code: 'custom', path: [twice, 'id'], input: ids[twice] })
  })

export const savePageDraft = endpoint({
  method: 'PUT',
  path: '/api/pages/:name/draft',
  summary: 'Replaces the draft of a page; visitors see it once it is published',
  params,
  body: z.strictObject({
    /** The version that was edited; saving fails if there is a newer one. */
    version: z.int(),
    sections,
  }),
  answer: pageDraft,
})

export const publishPage = endpoint({
  method: 'POST',
  path: '/api/pages/:name/publication',
  summary: 'Publishes the draft of a page',
  params,
  body: z.strictObject({ version: z.int() }),
  answer: pageDraft,
})

export const previewPage = endpoint({
  method: 'POST',
  path: '/api/pages/:name/preview',
  summary: 'Preview of a page with these sections, in any language; nothing is stored',
  params,
  body: z.strictObject({ locale: z.enum(locales), sections }),
  answer: shownPage,
})
