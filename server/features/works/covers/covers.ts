import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FileId, WorkId } from '@lectern/contract/ids.ts'
import type { PartKind } from '@lectern/contract/works/work-values.ts'
import type { Ctx } from '../../../platform/context.ts'
import { fail } from '../../../platform/failure.ts'
import type { StoredContent } from '../../../platform/http/stored-content.ts'
import { coverOf } from '../../files/service.ts'
import { findCurrentCopy } from '../blind/blind-copies.ts'
import { findCoveredWork, findPicturedFiles, type PicturedFile } from './cover-queries.ts'
import { coverRulesOf } from './cover-rules.ts'
import { drawCover } from './drawn-cover.ts'

/** A file, and what its part consists of. */
interface CoveredFile {
  id: FileId
  kind: PartKind
}

/** What a picture stands for: a work with these files in their order, or one of them. */
interface CoverRequest {
  title: string
  files: readonly CoveredFile[]
  /** Of all parts, those without files included. */
  kinds: readonly PartKind[]
}

/** A picture, made or drawn. */
interface Cover extends StoredContent {
  type: string
}

/** What a work is mostly about, best first. */
const leadingKinds: readonly PartKind[] = ['video', 'image', 'slides', 'document', 'audio', 'link', 'text', 'archive']

const drawnCover = (title: string, kinds: readonly PartKind[]): Cover => {
  const kind = leadingKinds.find((one) => kinds.includes(one)) ?? 'document'
  const svg = Buffer.from(drawCover({ title, kind }))
  return {
    type: 'image/svg+xml; charset=utf-8',
    size: svg.length,
    tag: createHash('sha256').update(svg).digest('base64url').slice(0, 22),
    open: async (range) => Readable.from([range ? svg.subarray(range.start, range.end + 1) : svg]),
  }
}

const madeCover = (ctx: Ctx, { id, coverSize, coverRules }: PicturedFile['original']): Cover | undefined =>
  coverSize === null || coverRules === null
    ? undefined
    : {
        type: 'image/jpeg',
        ...coverOf(ctx, { purpose: 'work', id }, { size: coverSize, rules: coverRules }),
      }

/** A picture of what experts and visitors get of a file, and only while they get it. */
const blindCover = (ctx: Ctx, row: PicturedFile): Cover | undefined => {
  const copy = findCurrentCopy(row)
  const isCurrent = copy && copy.kind !== 'failed' && !row.isInfected && row.served.coverRules === coverRulesOf(copy)
  return isCurrent ? madeCover(ctx, row.served) : undefined
}

const officeCover = (ctx: Ctx, row: PicturedFile): Cover | undefined =>
  row.isInfected ? undefined : madeCover(ctx, row.original)

type Opener = typeof blindCover

/** The best of the pictures that were made. */
const findCover = async (ctx: Ctx, { files }: CoverRequest, open: Opener): Promise<Cover | undefined> => {
  if (files.length === 0) return undefined
  const rows = await findPicturedFiles(
    ctx.db,
    files.map(({ id }) => id),
  )
  for (const leading of leadingKinds)
    for (const { id, kind } of files) {
      const row = kind === leading ? rows.find((one) => one.id === id) : undefined
      const cover = row && open(ctx, row)
      if (cover) return cover
    }
  return undefined
}

/** What experts and visitors see: a picture of the copy that they get, or else a drawing that tells kind and title. */
export const openBlindCover = async (ctx: Ctx, asked: CoverRequest): Promise<Cover> =>
  (await findCover(ctx, asked, blindCover)) ?? drawnCover(asked.title, asked.kinds)

/** Which of these files visitors and experts see a picture of. */
export const picturedBlindFiles = async (ctx: Ctx, ids: readonly FileId[]): Promise<ReadonlySet<FileId>> => {
  const rows = ids.length === 0 ? [] : await findPicturedFiles(ctx.db, ids)
  return new Set(rows.filter((row) => blindCover(ctx, row) !== undefined).map(({ id }) => id))
}

/** A picture of a work for organisers, made of what the team has handed in; `file`: of one of its files. */
export const openOfficeCover = async (ctx: Ctx, workId: WorkId, file?: FileId): Promise<Cover> => {
  const row = await findCoveredWork(ctx.db, workId)
  if (!row) throw fail('work.notFound')
  const { title, rules } = row
  const kindOf = (part: string): PartKind => rules.parts.find(({ id }) => id === part)?.kind ?? 'document'
  if (file === undefined) {
    const files = row.files.map(({ id, part }) => ({ id, kind: kindOf(part) }))
    const kinds = files.length > 0 ? files.map(({ kind }) => kind) : rules.parts.map(({ kind }) => kind)
    return (await findCover(ctx, { title, files, kinds }, officeCover)) ?? drawnCover(title, kinds)
  }
  const [one] = await findPicturedFiles(ctx.db, [file])
  if (one?.workId !== workId) throw fail('file.notFound')
  return officeCover(ctx, one) ?? drawnCover(title, [kindOf(one.part)])
}
