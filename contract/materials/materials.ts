import { z } from 'zod'
import { search } from '../accounts/account-fields.ts'
import { versionQuery } from '../ordering.ts'
import { endpoint } from '../endpoint.ts'
import { fileFacts, picture } from '../files/files.ts'
import { fileId, materialId } from '../ids.ts'
import { locales } from '../locales.ts'
import { localizedLine, localizedLines, needed } from '../localized-fields.ts'
import {
  maxMarkdownLength,
  materialCategories,
  materialKinds,
  materialSorts,
  materialSourceSorts,
} from './material-values.ts'
import { pageOf, pageQuery } from '../paging.ts'
import { publishState, languageStamps } from '../pages/publish-state.ts'

const materialKind = z.enum(materialKinds)
const materialCategory = z.enum(materialCategories)

/** A material in a list. Texts are in the caller's language if possible; `locale` is the actual language. */
export const materialCard = z.object({
  id: materialId,
  kind: materialKind,
  category: materialCategory,
  title: z.string(),
  summary: z.string(),
  locale: z.enum(locales),
  publishedAt: z.iso.datetime(),
  /** The cover; for a photo, the photo itself. */
  picture: picture.nullable(),
  /** The file to download, view or play; documents have none. */
  file: fileFacts.nullable(),
  captions: fileId.nullable(),
  downloads: z.int(),
})
export type MaterialCard = z.infer<typeof materialCard>

const heading = z.object({ id: z.string(), level: z.int(), text: z.string() })

export const materialDetail = materialCard.extend({
  updatedAt: z.iso.datetime(),
  /** For documents: safe HTML, rendered on the server from Markdown. Empty for other kinds. */
  body: z.string(),
  headings: z.array(heading),
})
export type MaterialDetail = z.infer<typeof materialDetail>

/** Several kinds, separated by commas, in any order. */
const kinds = z
  .string()
  .max(100)
  .transform((text) => text.split(','))
  .pipe(z.array(materialKind))
  .transform((list) => materialKinds.filter((kind) => list.includes(kind)))

export const listMaterials = endpoint({
  method: 'GET',
  path: '/api/materials',
  summary: 'Published materials',
  query: pageQuery.extend({
    kind: kinds.optional(),
    category: materialCategory.optional(),
    search: search.optional(),
    sort: z.enum(materialSorts).default('newest'),
  }),
  answer: pageOf(materialCard),
})

const params = z.strictObject({ id: materialId })

export const readMaterial = endpoint({
  method: 'GET',
  path: '/api/materials/:id',
  summary: 'One published material; a document with its text',
  params,
  answer: materialDetail,
})

/** Responds with a redirect to the file. */
export const downloadMaterial = endpoint({
  method: 'GET',
  path: '/api/materials/:id/download',
  summary: 'Counts a download and redirects to the file',
  params,
  answer: z.never(),
})

// The editable content.

const shared = {
  category: materialCategory,
  title: needed(localizedLine(120)),
  summary: localizedLines(500),
}
const cover = fileId.nullable()
const file = fileId.nullable()

/** Content by kind. The file may be missing in a draft and is required for publishing. */
const kindsOfContent = [
  { ...shared, kind: z.literal('file'), cover, file },
  { ...shared, kind: z.literal('video'), cover, file, captions: fileId.nullable() },
  { ...shared, kind: z.literal('markdown'), cover, body: localizedLines(maxMarkdownLength) },
  { ...shared, kind: z.literal('photo'), file },
] as const

const [ofFile, ofVideo, ofDocument, ofPhoto] = kindsOfContent

const materialContent = z.discriminatedUnion('kind', [
  z.strictObject(ofFile),
  z.strictObject(ofVideo),
  z.strictObject(ofDocument),
  z.strictObject(ofPhoto),
])
export type MaterialContent = z.infer<typeof materialContent>

const version = z.int().min(1)

const changedContent = z.discriminatedUnion('kind', [
  z.strictObject({ ...ofFile, version }),
  z.strictObject({ ...ofVideo, version }),
  z.strictObject({ ...ofDocument, version }),
  z.strictObject({ ...ofPhoto, version }),
])

const text = z.partialRecord(z.enum(locales), z.string())

const sourceHead = z.object({
  id: materialId,
  kind: materialKind,
  category: materialCategory,
  title: text,
  state: publishState,
  publishedAt: z.iso.datetime().nullable(),
  updatedAt: z.iso.datetime(),
  downloads: z.int(),
  version,
  written: languageStamps,
})
export type MaterialSourceHead = z.infer<typeof sourceHead>

export const materialSource = sourceHead.extend({
  summary: text,
  body: text,
  cover: fileId.nullable(),
  file: fileId.nullable(),
  captions: fileId.nullable(),
})
export type MaterialSource = z.infer<typeof materialSource>

export const listMaterialSources = endpoint({
  method: 'GET',
  path: '/api/materials/sources',
  summary: 'Materials in every state, for organisers',
  query: pageQuery.extend({
    kind: materialKind.optional(),
    category: materialCategory.optional(),
    state: publishState.optional(),
    search: search.optional(),
    sort: z.enum(materialSourceSorts).default('-updatedAt'),
  }),
  answer: pageOf(sourceHead),
})

export const readMaterialSource = endpoint({
  method: 'GET',
  path: '/api/materials/:id/source',
  summary: 'One material in all languages, for organisers',
  params,
  answer: materialSource,
})

export const createMaterial = endpoint({
  method: 'POST',
  path: '/api/materials',
  summary: 'Creates a material as a draft',
  idempotent: true,
  body: materialContent,
  answer: materialSource,
})

export const changeMaterial = endpoint({
  method: 'PUT',
  path: '/api/materials/:id',
  summary: 'Saves a material; refused if somebody else has saved it meanwhile',
  params,
  body: changedContent,
  answer: materialSource,
})

export const moveMaterial = endpoint({
  method: 'PUT',
  path: '/api/materials/:id/state',
  summary: 'Publishes a material now or at a given time, makes it a draft again, or archives it',
  params,
  body: z.strictObject({
    version,
    state: publishState,
    /** Required for the state `scheduled`. */
    publishedAt: z.iso.datetime().optional(),
  }),
  answer: materialSource,
})

export const deleteMaterial = endpoint({
  method: 'DELETE',
  path: '/api/materials/:id',
  summary: 'Deletes a draft or archived item permanently',
  params,
  query: versionQuery,
  answer: z.object({}),
})

export const previewMarkdown = endpoint({
  method: 'POST',
  path: '/api/materials/preview',
  summary: 'Preview of Markdown, for organisers',
  body: z.strictObject({ text: z.string().max(maxMarkdownLength), locale: z.enum(locales) }),
  answer: z.object({ html: z.string() }),
})
