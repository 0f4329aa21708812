import type { MaterialId } from '@lectern/contract/ids.ts'
import { defaultLocale, locales, type Locale } from '@lectern/contract/locales.ts'
import type {
  MaterialCategory,
  MaterialKind,
  MaterialSort,
  MaterialSourceSort,
} from '@lectern/contract/materials/material-values.ts'
import { listedStates, type PublishState } from '@lectern/contract/pages/publish-state.ts'
import type { Database } from '../../platform/database/connect.ts'
import { countRows } from '../../platform/database/count.ts'
import { and, asc, desc, eq, gt, inArray, lte, min, sql, type SQL } from '../../platform/database/drizzle.ts'
import { material, materialDownload } from './tables.ts'

interface Slice {
  page: number
  pageSize: number
}

export interface MaterialFilter {
  kind?: readonly MaterialKind[] | undefined
  category?: MaterialCategory | undefined
  search?: string | undefined
}

const listed = inArray(material.state, listedStates)

/** Materials that a visitor may see at this moment. */
const visible = (now: Date) => and(listed, lte(material.publishedAt, now))

const whereMatches = (search: string | undefined) =>
  search ? sql`${material.search} @@ search_query(${search})` : undefined

const filtered = (now: Date, { kind, category, search }: MaterialFilter) =>
  and(
    visible(now),
    kind && inArray(material.kind, [...kind]),
    category && eq(material.category, category),
    whereMatches(search),
  )

const downloads = sql<number>`coalesce(${materialDownload.downloads}, 0)`.mapWith(Number)

const withDownloads = eq(materialDownload.materialId, material.id)

const cardColumns = {
  id: material.id,
  kind: material.kind,
  category: material.category,
  title: material.title,
  summary: material.summary,
  publishedAt: sql<Date>`${material.publishedAt}`.mapWith(material.publishedAt),
  cover: material.cover,
  fileId: material.fileId,
  captions: material.captions,
  downloads,
}

/** Something written before its moment is new at that moment. */
const updatedAt = sql<Date>`greatest(${material.updatedAt}, ${material.publishedAt})`.mapWith(material.updatedAt)

/** How each language sorts: simplified Chinese by sound, traditional by strokes. */
const collations: Record<Locale, SQL> = {
  'zh-CN': sql.raw('"zh-Hans-x-icu"'),
  'zh-TW': sql.raw('"zh-Hant-x-icu"'),
  'en-US': sql.raw('"en-x-icu"'),
  'pt-BR': sql.raw('"pt-x-icu"'),
  'id-ID': sql.raw('"id-x-icu"'),
}

/** The title in the reader's language, sorted by that language. */
const shownTitle = (locale: Locale): SQL => {
  const candidates = [...new Set([locale, defaultLocale, ...locales])].map(
    (candidate) => sql`${material.title}->>${candidate}::text`,
  )
  return sql`coalesce(${sql.join(candidates, sql`, `)}) collate ${collations[locale]}`
}

const newestFirst = [desc(material.publishedAt), desc(material.id)]

const orders: Record<MaterialSort, (locale: Locale) => SQL[]> = {
  newest: () => newestFirst,
  title: (locale) => [asc(shownTitle(locale)), ...newestFirst],
  downloads: () => [desc(downloads), ...newestFirst],
}

interface Order {
  sort: MaterialSort
  locale: Locale
}

export const materialPage = (
  db: Database,
  now: Date,
  filter: MaterialFilter,
  { sort, locale }: Order,
  { page, pageSize }: Slice,
) =>
  db
    .select(cardColumns)
    .from(material)
    .leftJoin(materialDownload, withDownloads)
    .where(filtered(now, filter))
    .orderBy(...orders[sort](locale))
    .limit(pageSize)
    .offset((page - 1) * pageSize)

export type CardRow = Awaited<ReturnType<typeof materialPage>>[number]

export const countMaterials = (db: Database, now: Date, filter: MaterialFilter): Promise<number> =>
  countRows(db, material, filtered(now, filter))

export const findMaterial = async (db: Database, now: Date, id: MaterialId) => {
  const [row] = await db
    .select({ ...cardColumns, body: material.body, updatedAt })
    .from(material)
    .leftJoin(materialDownload, withDownloads)
    .where(and(visible(now), eq(material.id, id)))
  return row
}

export type DetailRow = NonNullable<Awaited<ReturnType<typeof findMaterial>>>

/** The file of a material that visitors may see. */
export const findFileOf = async (db: Database, now: Date, id: MaterialId) => {
  const [row] = await db
    .select({ fileId: material.fileId })
    .from(material)
    .where(and(visible(now), eq(material.id, id)))
  return row?.fileId ?? undefined
}

/** The newest documents and videos: these have their own pages. */
export const addressesOfMaterials = (db: Database, now: Date, most: number) =>
  db
    .select({ id: material.id, kind: sql<'markdown' | 'video'>`${material.kind}`, updatedAt })
    .from(material)
    .where(and(visible(now), inArray(material.kind, ['markdown', 'video'])))
    .orderBy(...newestFirst)
    .limit(most)

/** What the pages of materials show. */
const pageFilters: Readonly<Record<string, Pick<MaterialFilter, 'kind' | 'category'>>> = {
  '/database/list': { kind: ['file', 'video', 'photo'] },
  '/database/listMD': { kind: ['markdown'] },
  '/Trivia/Download': { kind: ['file'] },
  '/Trivia/Video': { kind: ['video'] },
  '/Trivia/Wonderful': { kind: ['photo'] },
  '/Trivia/Material': { category: 'training' },
}

export const emptyMaterialPages = async (db: Database, now: Date): Promise<string[]> => {
  const rows = await db
    .selectDistinct({ kind: material.kind, category: material.category })
    .from(material)
    .where(visible(now))
  return Object.entries(pageFilters).flatMap(([path, { kind, category }]) =>
    rows.some((row) => (!kind || kind.includes(row.kind)) && (!category || row.category === category)) ? [] : [path],
  )
}

/** When the next material becomes visible by time alone. */
export const nextMaterialDue = async (db: Database, now: Date): Promise<Date | undefined> => {
  const [row] = await db
    .select({ due: min(material.publishedAt) })
    .from(material)
    .where(and(listed, gt(material.publishedAt, now)))
  return row?.due ?? undefined
}

export const addDownloads = async (db: Database, counts: ReadonlyMap<MaterialId, number>): Promise<void> => {
  // Materials deleted meanwhile are skipped. Ids are sorted to avoid deadlocks between processes.
  await db.execute(sql`
    insert into material_download (material_id, downloads)
    select id, added
    from unnest(${sql.param([...counts.keys()])}::uuid[], ${sql.param([...counts.values()])}::bigint[]) as loaded (id, added)
    where exists (select from material where material.id = loaded.id)
    order by id
    on conflict (material_id) do update set downloads = material_download.downloads + excluded.downloads
  `)
}

// For organisers.

interface SourceFilter {
  kind?: MaterialKind | undefined
  category?: MaterialCategory | undefined
  state?: PublishState | undefined
  search?: string | undefined
}

/** A scheduled material counts as published once it is due; no job is needed. */
const whereState = (now: Date, state: PublishState) => {
  if (state === 'published') return visible(now)
  if (state === 'scheduled') return and(listed, gt(material.publishedAt, now))
  return eq(material.state, state)
}

const sourcesFiltered = (now: Date, { kind, category, state, search }: SourceFilter) =>
  and(
    kind && eq(material.kind, kind),
    category && eq(material.category, category),
    state && whereState(now, state),
    whereMatches(search),
  )

const headColumns = {
  id: material.id,
  kind: material.kind,
  category: material.category,
  title: material.title,
  state: material.state,
  publishedAt: material.publishedAt,
  updatedAt: material.updatedAt,
  downloads,
  version: material.version,
  written: material.written,
}

const sourceColumns = {
  ...headColumns,
  summary: material.summary,
  body: material.body,
  cover: material.cover,
  file: material.fileId,
  captions: material.captions,
}

const sourceOrders: Record<MaterialSourceSort, (locale: Locale) => SQL[]> = {
  updatedAt: () => [asc(material.updatedAt), asc(material.id)],
  '-updatedAt': () => [desc(material.updatedAt), desc(material.id)],
  publishedAt: () => [sql`${material.publishedAt} asc nulls last`, asc(material.id)],
  '-publishedAt': () => [sql`${material.publishedAt} desc nulls last`, desc(material.id)],
  title: (locale) => [asc(shownTitle(locale)), asc(material.id)],
  '-title': (locale) => [desc(shownTitle(locale)), desc(material.id)],
  downloads: () => [asc(downloads), asc(material.id)],
  '-downloads': () => [desc(downloads), desc(material.id)],
}

export const sourcePage = (
  db: Database,
  now: Date,
  filter: SourceFilter,
  { sort, locale }: { sort: MaterialSourceSort; locale: Locale },
  { page, pageSize }: Slice,
) =>
  db
    .select(headColumns)
    .from(material)
    .leftJoin(materialDownload, withDownloads)
    .where(sourcesFiltered(now, filter))
    .orderBy(...sourceOrders[sort](locale))
    .limit(pageSize)
    .offset((page - 1) * pageSize)

export type HeadRow = Awaited<ReturnType<typeof sourcePage>>[number]

export const countSources = (db: Database, now: Date, filter: SourceFilter): Promise<number> =>
  countRows(db, material, sourcesFiltered(now, filter))

export const findSource = async (db: Database, id: MaterialId) => {
  const [row] = await db
    .select(sourceColumns)
    .from(material)
    .leftJoin(materialDownload, withDownloads)
    .where(eq(material.id, id))
  return row
}

export type SourceRow = NonNullable<Awaited<ReturnType<typeof findSource>>>

/** Locks the row until the transaction ends. */
export const lockMaterial = (db: Database, id: MaterialId) =>
  db.select({ id: material.id }).from(material).where(eq(material.id, id)).for('update')
