import type { MaterialId } from '../ids.ts'

export const materialKinds = ['file', 'video', 'markdown', 'photo'] as const
export type MaterialKind = (typeof materialKinds)[number]

export const materialCategories = ['training', 'template', 'case', 'report', 'highlight'] as const
export type MaterialCategory = (typeof materialCategories)[number]

export const materialSorts = ['newest', 'title', 'downloads'] as const
export type MaterialSort = (typeof materialSorts)[number]

/** Sort orders for organisers; a minus sign reverses one. */
export const materialSourceSorts = [
  '-updatedAt',
  'updatedAt',
  '-publishedAt',
  'publishedAt',
  'title',
  '-title',
  '-downloads',
  'downloads',
] as const
export type MaterialSourceSort = (typeof materialSourceSorts)[number]

/** Max characters of a document, per language. */
export const maxMarkdownLength = 60_000

/** Counts the download and redirects to the file. */
export const downloadUrl = (id: MaterialId): string => `/api/materials/${id}/download`
