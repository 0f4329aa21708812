import type { BodyOf, QueryOf } from '@lectern/contract/endpoint.ts'
import type { MaterialId } from '@lectern/contract/ids.ts'
import { locales } from '@lectern/contract/locales.ts'
import type {
  listMaterialSources,
  MaterialContent,
  moveMaterial as moveEndpoint,
} from '@lectern/contract/materials/materials.ts'
import { publishMoves, type PublishState } from '@lectern/contract/pages/publish-state.ts'
import type { Ctx, SignedIn } from '../../platform/context.ts'
import { eq } from '../../platform/database/drizzle.ts'
import { fail, type AppError } from '../../platform/failure.ts'
import { withIdempotencyKey } from '../../platform/idempotency.ts'
import { newId } from '../../platform/ids.ts'
import { refuseTogether, type Refusal } from '../../platform/problems.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { stampLanguages } from '../../platform/language-stamps.ts'
import { audit } from '../audit/service.ts'
import { fileProblems } from '../files/service.ts'
import { forgetRevisions, recordRevision } from '../revisions/service.ts'
import { stateNow } from './present.ts'
import { countSources, findSource, lockMaterial, sourcePage, type SourceRow } from './queries.ts'
import { material } from './tables.ts'

export const listSources = async (ctx: Ctx, query: QueryOf<typeof listMaterialSources>) => {
  const { page, pageSize, sort, ...filter } = query
  const [list, total] = await Promise.all([
    sourcePage(ctx.db, ctx.now, filter, { sort, locale: ctx.locale }, { page, pageSize }),
    countSources(ctx.db, ctx.now, filter),
  ])
  return { list, total, page, pageSize }
}

export const requireSource = async (ctx: Ctx, id: MaterialId): Promise<SourceRow> => {
  const row = await findSource(ctx.db, id)
  if (!row) throw fail('material.notFound')
  return row
}

/** The columns that all kinds share; null where a kind has no such field. */
const stored = (content: MaterialContent) => ({
  kind: content.kind,
  category: content.category,
  title: content.title,
  summary: content.summary,
  body: content.kind === 'markdown' ? content.body : {},
  cover: content.kind === 'photo' ? null : content.cover,
  file: content.kind === 'markdown' ? null : content.file,
  captions: content.kind === 'video' ? content.captions : null,
})
type Stored = ReturnType<typeof stored>

const isSeen = (state: PublishState): boolean => state === 'published' || state === 'scheduled'

const filePurposeOf = { file: 'attachment', video: 'video', photo: 'picture', markdown: 'attachment' } as const

const problemsOfFiles = (ctx: Ctx, { kind = 'file', cover, file, captions }: Partial<Stored>) =>
  fileProblems(ctx, [
    { id: cover, purpose: 'picture', field: 'cover' },
    { id: file, purpose: filePurposeOf[kind], field: 'file' },
    { id: captions, purpose: 'captions', field: 'captions' },
  ])

/** A visible material must have content. What is not given is not missed. */
const contentProblems = ({ kind, title, body, file }: Partial<Stored>): readonly AppError[] => {
  if (kind !== 'markdown') return file === null ? [fail('material.fileNeeded').at('file')] : []
  if (!title || !body) return []
  const lacking = locales.filter((locale) => title[locale] !== undefined && body[locale] === undefined)
  return lacking.map((locale) => fail('material.textNeeded').at(`body.${locale}`))
}

type Given = Partial<Stored>

/** Reports problems even while other fields are missing or malformed. */
export const findNewMaterialProblems = (ctx: Ctx, input: Given): Promise<readonly Refusal[]> =>
  problemsOfFiles(ctx, input)

/** The same for changes. */
export const findMaterialProblems = async (ctx: Ctx, id: MaterialId, input: Given): Promise<readonly Refusal[]> => {
  const row = await findSource(ctx.db, id)
  return [...(await problemsOfFiles(ctx, input)), ...(row && isSeen(row.state) ? contentProblems(input) : [])]
}

/** The fields for the audit log; texts of documents are in the history. */
const factsOf = ({ kind, category, title, summary, cover, file, captions }: Stored) => ({
  kind,
  category,
  title,
  summary,
  cover,
  file,
  captions,
})

const textsOf = ({ title, summary, body }: Pick<Stored, 'title' | 'summary' | 'body'>) => [title, summary, body]

const subjectOf = (id: MaterialId) => ({ kind: 'material' as const, id })

const rowOf = ({ file, ...content }: Stored) => ({ ...content, fileId: file })

export const createMaterial = async (
  outer: SignedIn,
  input: MaterialContent,
  key: string | undefined,
): Promise<SourceRow> => {
  const content = stored(input)
  const call = { scope: `material.create ${outer.actor.id}`, key, input }
  const { id } = await withIdempotencyKey(outer, call, async (ctx) => {
    refuseTogether(ctx, await problemsOfFiles(ctx, content))
    const ids = { id: newId<MaterialId>(ctx.now) }
    await ctx.db.insert(material).values({
      ...ids,
      ...rowOf(content),
      state: 'draft',
      written: stampLanguages({}, [], textsOf(content), ctx.now),
      createdAt: ctx.now,
      updatedAt: ctx.now,
    })
    await recordRevision(ctx, subjectOf(ids.id), 1, content)
    await audit(ctx, 'content.created', { subject: subjectOf(ids.id), after: factsOf(content) })
    return ids
  })
  return requireSource(outer, id)
}

/** Locks the row in the version that the caller has seen. */
const lockSource = async (ctx: Ctx, id: MaterialId, version: number): Promise<SourceRow> => {
  await lockMaterial(ctx.db, id)
  const row = await requireSource(ctx, id)
  if (row.version !== version) throw fail('resource.changed')
  return row
}

export const changeMaterial = async (
  outer: SignedIn,
  id: MaterialId,
  { version, ...input }: MaterialContent & { version: number },
): Promise<SourceRow> => {
  const content = stored(input)
  await inTransaction(outer, async (ctx) => {
    const before = await lockSource(ctx, id, version)
    refuseTogether(ctx, [
      ...(await problemsOfFiles(ctx, content)),
      ...(isSeen(before.state) ? contentProblems(content) : []),
    ])
    const next = version + 1
    await ctx.db
      .update(material)
      .set({
        ...rowOf(content),
        written: stampLanguages(before.written, textsOf(before), textsOf(content), ctx.now),
        version: next,
        updatedAt: ctx.now,
      })
      .where(eq(material.id, id))
    await recordRevision(ctx, subjectOf(id), next, content)
    const rewritten = locales.filter((locale) => before.body[locale] !== content.body[locale])
    await audit(ctx, 'content.updated', {
      subject: subjectOf(id),
      before: factsOf(before),
      after: { ...factsOf(content), ...(rewritten.length > 0 && { body: rewritten }) },
    })
  })
  return requireSource(outer, id)
}

type Move = BodyOf<typeof moveEndpoint>

/** A published material is dated now, a scheduled one in the future. Otherwise the date is unchanged. */
const dateOf = ({ state, publishedAt }: Move, former: Date | null, now: Date): Date | null => {
  if (state === 'published') return now
  if (state !== 'scheduled') return former
  const date = publishedAt === undefined ? undefined : new Date(publishedAt)
  if (!date || date <= now) throw fail('content.dateNeeded').at('publishedAt')
  return date
}

/** Rescheduling is a move too. */
const mayMove = (from: PublishState, to: PublishState): boolean =>
  (publishMoves[from] as readonly PublishState[]).includes(to) || (from === 'scheduled' && to === 'scheduled')

export const moveMaterial = async (outer: SignedIn, id: MaterialId, move: Move): Promise<SourceRow> => {
  await inTransaction(outer, async (ctx) => {
    const before = await lockSource(ctx, id, move.version)
    const { state } = move
    const former = stateNow(before, ctx.now)
    if (!mayMove(former, state)) throw fail('content.moveRefused')
    if (isSeen(state)) refuseTogether(ctx, contentProblems(before))
    const publishedAt = dateOf(move, before.publishedAt, ctx.now)
    await ctx.db
      .update(material)
      .set({ state, publishedAt, version: before.version + 1, updatedAt: ctx.now })
      .where(eq(material.id, id))
    const facts = (at: PublishState, date: Date | null) => ({ state: at, publishedAt: date?.toISOString() ?? null })
    await audit(ctx, 'content.moved', {
      subject: subjectOf(id),
      before: facts(former, before.publishedAt),
      after: facts(state, publishedAt),
    })
  })
  return requireSource(outer, id)
}

/** Only materials that visitors cannot see. Files stay: other texts may refer to them. */
export const deleteMaterial = (outer: SignedIn, id: MaterialId, version: number): Promise<void> =>
  inTransaction(outer, async (ctx) => {
    const before = await lockSource(ctx, id, version)
    if (before.state !== 'draft' && before.state !== 'archived') throw fail('content.moveRefused')
    await ctx.db.delete(material).where(eq(material.id, id))
    await forgetRevisions(ctx, subjectOf(id))
    const { kind, title, state } = before
    await audit(ctx, 'content.deleted', { subject: subjectOf(id), before: { kind, title, state } })
  })
