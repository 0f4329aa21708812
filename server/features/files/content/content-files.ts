import type { FilePurpose, PrivatePurpose } from '@lectern/contract/files/file-values.ts'
import type { FileFacts, Picture } from '@lectern/contract/files/files.ts'
import type { AccountId, FileId } from '@lectern/contract/ids.ts'
import type { Ctx } from '../../../platform/context.ts'
import { and, eq, inArray, ne, type SQL } from '../../../platform/database/drizzle.ts'
import { fail, type AppError } from '../../../platform/failure.ts'
import { refuseTogether } from '../../../platform/problems.ts'
import { file } from '../tables.ts'

type MaybeIds = Iterable<FileId | null | undefined>

const present = (ids: MaybeIds): FileId[] => [...new Set(ids)].filter((id) => id !== null && id !== undefined)

/** Those of these pictures that are ready, in one query. */
export const picturesOf = async (ctx: Ctx, ids: MaybeIds): Promise<ReadonlyMap<FileId, Picture>> => {
  const distinctIds = present(ids)
  if (distinctIds.length === 0) return new Map()
  const rows = await ctx.db
    .select({ id: file.id, width: file.width, height: file.height })
    .from(file)
    .where(and(inArray(file.id, distinctIds), eq(file.purpose, 'picture'), eq(file.state, 'stored')))
  return new Map(rows.map(({ id, width, height }) => [id, { id, width: width!, height: height! }]))
}

export type FilesById = ReadonlyMap<FileId, FileFacts>

const factsWhere = async (ctx: Pick<Ctx, 'db'>, where: SQL | undefined): Promise<FilesById> => {
  const rows = await ctx.db
    .select({ id: file.id, name: file.name, type: file.type, size: file.size, sha256: file.sha256 })
    .from(file)
    .where(and(where, eq(file.state, 'stored')))
  return new Map(rows.map((row) => [row.id, { ...row, sha256: row.sha256!.toString('hex') }]))
}

/** What is known about these files, in one query. */
export const fileFactsOf = async (ctx: Pick<Ctx, 'db'>, ids: MaybeIds): Promise<FilesById> => {
  const distinctIds = present(ids)
  return distinctIds.length === 0 ? new Map() : factsWhere(ctx, inArray(file.id, distinctIds))
}

interface Wanted {
  /** Absent: not given, or malformed. */
  id: FileId | null | undefined
  purpose: FilePurpose
  /** The field that refers to it. */
  field: string
}

/** A reference must point to an existing file of the right purpose. */
export const fileProblems = async (ctx: Ctx, wanted: readonly Wanted[]): Promise<AppError[]> => {
  const distinctIds = present(wanted.map(({ id }) => id))
  if (distinctIds.length === 0) return []
  const rows = await ctx.db
    .select({ id: file.id, purpose: file.purpose })
    .from(file)
    .where(and(inArray(file.id, distinctIds), inArray(file.state, ['waiting', 'stored'])))
  const purposes = new Map(rows.map(({ id, purpose }) => [id, purpose]))
  const isWrong = ({ id, purpose }: Wanted): boolean => typeof id === 'string' && purposes.get(id) !== purpose
  return wanted.filter(isWrong).map(({ field }) => fail('file.notFound').at(field))
}

/** Refuses all wrong references at once. */
export const requireFiles = async (ctx: Ctx, wanted: readonly Wanted[]): Promise<void> =>
  refuseTogether(ctx, await fileProblems(ctx, wanted))

/** Those of these files that one of these users uploaded for a purpose. */
export const filesUploadedBy = async (
  ctx: Pick<Ctx, 'db'>,
  purpose: PrivatePurpose,
  ids: MaybeIds,
  owners: readonly AccountId[],
): Promise<FilesById> => {
  const distinctIds = present(ids)
  if (distinctIds.length === 0 || owners.length === 0) return new Map()
  const isTheirs = and(eq(file.purpose, purpose), inArray(file.ownerId, [...owners]))
  return factsWhere(ctx, and(inArray(file.id, distinctIds), isTheirs))
}

/** Who uploaded each of these files, in one query. */
export const uploadersOf = async (ctx: Pick<Ctx, 'db'>, ids: MaybeIds): Promise<ReadonlyMap<FileId, AccountId>> => {
  const distinctIds = present(ids)
  if (distinctIds.length === 0) return new Map()
  const rows = await ctx.db.select({ id: file.id, owner: file.ownerId }).from(file).where(inArray(file.id, distinctIds))
  return new Map(rows.map(({ id, owner }) => [id, owner]))
}

/** Those of these files that somebody else uploaded. Their ids may be known to anyone who has seen them once. */
export const filesOfOthers = async (ctx: Ctx, ids: readonly FileId[], own: AccountId): Promise<ReadonlySet<FileId>> => {
  if (ids.length === 0) return new Set()
  const rows = await ctx.db
    .select({ id: file.id })
    .from(file)
    .where(and(inArray(file.id, [...ids]), ne(file.ownerId, own)))
  return new Set(rows.map(({ id }) => id))
}

/** Changes the owner of those of these files that one user uploaded on behalf of another. */
export const handOverFiles = async (
  ctx: Ctx,
  purpose: PrivatePurpose,
  ids: MaybeIds,
  { from, to }: { from: AccountId; to: AccountId },
): Promise<void> => {
  const distinctIds = present(ids)
  if (distinctIds.length === 0) return
  await ctx.db
    .update(file)
    .set({ ownerId: to })
    .where(and(inArray(file.id, distinctIds), eq(file.purpose, purpose), eq(file.ownerId, from)))
}
