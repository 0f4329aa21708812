import type { FileFacts, Picture } from '@lectern/contract/files/files.ts'
import type { FileId } from '@lectern/contract/ids.ts'
import { languageOf } from '@lectern/contract/localized.ts'
import type {
  MaterialCard,
  MaterialDetail,
  MaterialSource,
  MaterialSourceHead,
} from '@lectern/contract/materials/materials.ts'
import type { PublishState } from '@lectern/contract/pages/publish-state.ts'
import type { Ctx } from '../../platform/context.ts'
import { renderChapters } from '../../platform/markdown.ts'
import { fileFactsOf, picturesOf } from '../files/service.ts'
import type { CardRow, DetailRow, HeadRow, SourceRow } from './queries.ts'

interface Files {
  pictures: ReadonlyMap<FileId, Picture>
  facts: ReadonlyMap<FileId, FileFacts>
}

/** A photo is its own picture. */
const pictureIdOf = ({ kind, cover, fileId }: CardRow): FileId | null => (kind === 'photo' ? fileId : cover)

/** The files of some materials, in two queries. */
const filesOf = async (ctx: Ctx, rows: readonly CardRow[]): Promise<Files> => {
  const [pictures, facts] = await Promise.all([
    picturesOf(ctx, rows.map(pictureIdOf)),
    fileFactsOf(
      ctx,
      rows.flatMap(({ fileId, captions }) => [fileId, captions]),
    ),
  ])
  return { pictures, facts }
}

/** A material is shown in one language, that of its title. */
const presentCard = ({ locale: readerLocale }: Ctx, row: CardRow, { pictures, facts }: Files): MaterialCard => {
  const locale = languageOf(row.title, readerLocale)
  const pictureId = pictureIdOf(row)
  return {
    id: row.id,
    kind: row.kind,
    category: row.category,
    title: row.title[locale] ?? '',
    summary: row.summary[locale] ?? '',
    locale,
    publishedAt: row.publishedAt.toISOString(),
    picture: (pictureId && pictures.get(pictureId)) ?? null,
    file: (row.fileId && facts.get(row.fileId)) ?? null,
    captions: row.captions && facts.has(row.captions) ? row.captions : null,
    downloads: row.downloads,
  }
}

export const presentCards = async (ctx: Ctx, rows: readonly CardRow[]): Promise<MaterialCard[]> => {
  const files = await filesOf(ctx, rows)
  return rows.map((row) => presentCard(ctx, row, files))
}

export const presentMaterial = async (ctx: Ctx, row: DetailRow): Promise<MaterialDetail> => {
  const card = presentCard(ctx, row, await filesOf(ctx, [row]))
  const { html, headings } =
    row.kind === 'markdown'
      ? await renderChapters({ text: row.body[card.locale] ?? '', locale: card.locale })
      : { html: '', headings: [] }
  return { ...card, updatedAt: row.updatedAt.toISOString(), body: html, headings }
}

/** A scheduled material counts as published once it is due. */
export const stateNow = ({ state, publishedAt }: Pick<HeadRow, 'state' | 'publishedAt'>, now: Date): PublishState => {
  if (state !== 'published' && state !== 'scheduled') return state
  return publishedAt! > now ? 'scheduled' : 'published'
}

export const presentHead = ({ now }: Ctx, row: HeadRow): MaterialSourceHead => ({
  ...row,
  state: stateNow(row, now),
  publishedAt: row.publishedAt?.toISOString() ?? null,
  updatedAt: row.updatedAt.toISOString(),
})

export const presentSource = (ctx: Ctx, row: SourceRow): MaterialSource => ({ ...row, ...presentHead(ctx, row) })
