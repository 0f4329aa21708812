import { createHash } from 'node:crypto'
import type { AnswerOf, QueryOf } from '@lectern/contract/endpoint.ts'
import type { FileId, WorkId } from '@lectern/contract/ids.ts'
import { localize } from '@lectern/contract/localized.ts'
import type * as contract from '@lectern/contract/results/public-results.ts'
import { partTypes } from '@lectern/contract/works/work-values.ts'
import type { Ctx } from '../../../platform/context.ts'
import { fail } from '../../../platform/failure.ts'
import type { FileAnswer } from '../../../platform/http/serve.ts'
import { openBlindCopy, openBlindCover, picturedBlindFiles, readManifest, type Manifest } from '../../works/service.ts'
import { countGallery, findShown, galleryPage, type GalleryRow } from './gallery-queries.ts'
import { publicPartsOf } from './gallery-rules.ts'
import { presentPrize, presentProvince } from '../present.ts'
import { listsInForce, type PublicListRow } from './public-queries.ts'

interface ShownFile {
  number: number
  id: FileId
  part: string
  type: string
  milliseconds: number | undefined
  pages: number | undefined
}

/** The parts that visitors may see. Files are numbered by the signed manifest, so that numbers never change. */
const shownParts = ({ workRules }: Pick<PublicListRow, 'workRules'>, manifest: Manifest) => {
  const isForAll = publicPartsOf(workRules)
  let last = 0
  return manifest.parts
    .map((part) => ({
      ...part,
      files: part.files.map(({ id, type, probe }): ShownFile => {
        last += 1
        return {
          number: last,
          id: id as FileId,
          part: part.id,
          type,
          milliseconds: probe?.milliseconds,
          pages: probe?.pages,
        }
      }),
    }))
    .filter((part) => isForAll.has(part.id) && (part.text !== null || part.files.length > 0))
}

const presentShown = (ctx: Ctx, list: PublicListRow, row: GalleryRow): contract.ShownWork => {
  const parts = shownParts(list, readManifest(row.manifest))
  const { publicColumns } = list.rules
  return {
    id: row.workId,
    title: row.title,
    team: row.team,
    school: publicColumns.includes('school') ? row.school : null,
    province: publicColumns.includes('province') ? presentProvince(ctx.locale, row.province) : null,
    prize: presentPrize(ctx.locale, list.rules, row.prize!),
    activity: { id: list.activityId, name: localize(list.activityName, ctx.locale).text },
    edition: { id: list.editionId, year: list.year },
    kinds: [...new Set(parts.map(({ kind }) => kind))],
  }
}

const byEdition = ({ locale }: Ctx, lists: readonly PublicListRow[]) =>
  [...Map.groupBy(lists, ({ editionId }) => editionId).values()].map((own) => ({
    id: own[0]!.editionId,
    year: own[0]!.year,
    name: localize(own[0]!.editionName, locale).text,
    activities: own.map((list) => ({
      id: list.activityId,
      name: localize(list.activityName, locale).text,
      prizes: list.rules.tiers.map(({ id }) => presentPrize(locale, list.rules, id)),
    })),
  }))

/** Lists with works that may be published. */
const galleryLists = async ({ db, now }: Pick<Ctx, 'db' | 'now'>): Promise<PublicListRow[]> => {
  const lists = await listsInForce(db, now)
  return lists.filter(({ workRules }) => publicPartsOf(workRules).size > 0)
}

export const hasPublicWorks = async (ctx: Pick<Ctx, 'db' | 'now'>): Promise<boolean> =>
  (await countGallery(ctx.db, await galleryLists(ctx), {})) > 0

export const listPublicWorks = async (
  ctx: Ctx,
  { page, pageSize, edition, activity, ...filter }: QueryOf<typeof contract.listPublicWorks>,
): Promise<AnswerOf<typeof contract.listPublicWorks>> => {
  const all = await galleryLists(ctx)
  const lists = all.filter(
    (list) => (!edition || list.editionId === edition) && (!activity || list.activityId === activity),
  )
  const rows = await galleryPage(ctx.db, lists, filter, { page, pageSize })
  return {
    list: rows.map((row) =>
      presentShown(
        ctx,
        lists.find(({ id }) => id === row.listId)!,
        row,
      ),
    ),
    total: await countGallery(ctx.db, lists, filter),
    page,
    pageSize,
    editions: byEdition(ctx, all),
  }
}

const requireShown = async (ctx: Ctx, id: WorkId) => {
  const lists = await galleryLists(ctx)
  const row = await findShown(ctx.db, lists, id)
  if (!row) throw fail('work.notFound')
  const list = lists.find((one) => one.id === row.listId)!
  return { row, list, parts: shownParts(list, readManifest(row.manifest)) }
}

const endings: Readonly<Record<string, readonly string[]>> = Object.assign({}, ...Object.values(partTypes))

/** Says nothing that the file's own name might tell: `film-1.mp4`. */
const nameOf = ({ part, number, type }: ShownFile): string => {
  const ending = endings[type]?.[0]
  return `${part}-${number}${ending ? `.${ending}` : ''}`
}

export const readPublicWork = async (ctx: Ctx, id: WorkId): Promise<AnswerOf<typeof contract.readPublicWork>> => {
  const { row, list, parts } = await requireShown(ctx, id)
  const { publicColumns } = list.rules
  const { summary } = readManifest(row.manifest)
  const files = parts.flatMap((part) => part.files.map((file) => file.id))
  const pictured = await picturedBlindFiles(ctx, files)
  return {
    ...presentShown(ctx, list, row),
    summary,
    list: list.id,
    people: row.people
      .filter(({ role, name }) => name !== '' && publicColumns.includes(role === 'advisor' ? 'advisors' : 'people'))
      .map(({ name, role }) => ({ name, role })),
    parts: parts.map(({ id: part, kind, label, text, files: own }) => {
      const { text: words, locale } = localize(label, ctx.locale)
      return {
        id: part,
        kind,
        label: words,
        labelLocale: locale,
        text,
        files: own.map((file) => ({
          number: file.number,
          name: nameOf(file),
          type: file.type,
          seconds: file.milliseconds === undefined ? null : file.milliseconds / 1000,
          pages: file.pages ?? null,
          hasPicture: pictured.has(file.id),
        })),
      }
    }),
  }
}

/** The tag of the stored file is its id; this one tells only whether it is still the same file. */
const publicTag = (id: WorkId, tag: string): string =>
  createHash('sha256').update(`${id} ${tag}`).digest('base64url').slice(0, 22)

interface NumberedFile {
  id: WorkId
  number: number
}

const requireShownFile = async (ctx: Ctx, { id, number }: NumberedFile): Promise<ShownFile> => {
  const { parts } = await requireShown(ctx, id)
  const file = parts.flatMap(({ files }) => files).find((one) => one.number === number)
  if (!file) throw fail('file.notFound')
  return file
}

/** A file of an awarded work, without what its properties tell about people. */
export const openPublicFile = async (ctx: Ctx, address: NumberedFile): Promise<FileAnswer> => {
  const file = await requireShownFile(ctx, address)
  const { type, size, tag, open, key } = await openBlindCopy(ctx, { workId: address.id, id: file.id })
  return {
    type,
    body: { size, tag: publicTag(address.id, tag), open },
    cacheControl: 'no-cache',
    ...(key !== undefined && { place: { key, name: nameOf(file) } }),
  }
}

/** What visitors see of a work at a glance: of the parts that they may see. */
const openCoverOf = async (
  ctx: Ctx,
  { row, parts }: Pick<Awaited<ReturnType<typeof requireShown>>, 'row' | 'parts'>,
): Promise<FileAnswer> => {
  const { type, size, tag, open } = await openBlindCover(ctx, {
    title: row.title,
    kinds: parts.map(({ kind }) => kind),
    files: parts.flatMap(({ kind, files }) => files.map(({ id }) => ({ id, kind }))),
  })
  return { type, body: { size, tag: publicTag(row.workId, tag), open }, cacheControl: 'no-cache' }
}

/** A picture of an awarded work, small enough for a page full of them. */
export const openPublicCover = async (ctx: Ctx, id: WorkId): Promise<FileAnswer> =>
  openCoverOf(ctx, await requireShown(ctx, id))

/** The same of one of its files. */
export const openPublicPicture = async (ctx: Ctx, { id, number }: NumberedFile): Promise<FileAnswer> => {
  const { row, parts } = await requireShown(ctx, id)
  const part = parts.find(({ files }) => files.some((file) => file.number === number))
  if (!part) throw fail('file.notFound')
  const files = part.files.filter((file) => file.number === number)
  return openCoverOf(ctx, { row, parts: [{ ...part, files }] })
}
