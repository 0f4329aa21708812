import type { ArticleContent, listArticles } from '@lectern/contract/articles/articles.ts'
import type { QueryOf } from '@lectern/contract/endpoint.ts'
import { pictureAt } from '@lectern/contract/files/file-addresses.ts'
import type { NewsId } from '@lectern/contract/ids.ts'
import { locales, type Locale } from '@lectern/contract/locales.ts'
import { exactTotalLimit } from '@lectern/contract/pages/page-limits.ts'
import { publishMoves, type PublishState } from '@lectern/contract/pages/publish-state.ts'
import type { Ctx, SignedIn } from '../../platform/context.ts'
import { eq } from '../../platform/database/drizzle.ts'
import { fail } from '../../platform/failure.ts'
import { withIdempotencyKey } from '../../platform/idempotency.ts'
import { newId } from '../../platform/ids.ts'
import { refuseTogether, type Refusal } from '../../platform/problems.ts'
import { safeHtml } from '../../platform/safe-html.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { stampLanguages } from '../../platform/language-stamps.ts'
import { audit } from '../audit/service.ts'
import { fileFactsOf, fileProblems, picturesOf } from '../files/service.ts'
import { forgetRevisions, recordRevision } from '../revisions/service.ts'
import { countManaged, findForChange, findManaged, managedPage } from './editor-queries.ts'
import { article } from './tables.ts'

export const listManaged = async (ctx: Ctx, query: QueryOf<typeof listArticles>) => {
  const { page, pageSize, sort, ...filter } = query
  const total = await countManaged(ctx.db, ctx.now, filter)
  const isFew = Object.values(filter).some(Boolean) && total <= exactTotalLimit
  return { list: await managedPage(ctx.db, ctx.now, filter, sort, { page, pageSize }, isFew), total, page, pageSize }
}

export const requireManaged = async (ctx: Ctx, id: NewsId) => {
  const row = await findManaged(ctx.db, id)
  if (!row) throw fail('news.notFound')
  const [pictures, files] = await Promise.all([picturesOf(ctx, [row.cover]), fileFactsOf(ctx, row.attachments)])
  return { ...row, pictures, files }
}

type Row = NonNullable<Awaited<ReturnType<typeof findForChange>>>

/** A scheduled article counts as published once it is due. */
export const stateOf = ({ state, publishedAt }: Pick<Row, 'state' | 'publishedAt'>, now: Date): PublishState => {
  if (state !== 'published' && state !== 'scheduled') return state
  return publishedAt! > now ? 'scheduled' : 'published'
}

/** Sanitized; empty languages are left out. */
const cleanedBody = (body: ArticleContent['body']): ArticleContent['body'] =>
  Object.fromEntries(
    Object.entries(body).flatMap(([locale, html]) => {
      const safe = safeHtml(html)
      return /^(<p><\/p>|\s)*$/.test(safe) ? [] : [[locale, safe]]
    }),
  )

const cleaned = ({ body, publishedAt, ...content }: ArticleContent) => ({
  ...content,
  body: cleanedBody(body),
  publishedAt: publishedAt === null ? null : new Date(publishedAt),
})
type Cleaned = ReturnType<typeof cleaned>

const picturesIn = (html: string) =>
  [...html.matchAll(/<img src="([^"]*)"/g)].map(([, address]) => pictureAt(address!)!)

const problemsOfFiles = (ctx: Ctx, { cover, attachments = [], body = {} }: Partial<Cleaned>) =>
  fileProblems(ctx, [
    { id: cover, purpose: 'picture', field: 'cover' },
    ...attachments.map((id) => ({ id, purpose: 'attachment' as const, field: 'attachments' })),
    ...Object.entries(body).flatMap(([locale, html]) =>
      picturesIn(html).map((id) => ({ id, purpose: 'picture' as const, field: `body.${locale}` })),
    ),
  ])

/** The fields for the audit log and the history. */
const factsOf = ({ kind, title, summary, category, pinned, cover, attachments, author, publishedAt }: Cleaned) => ({
  kind,
  title,
  summary,
  category,
  pinned,
  cover,
  attachments,
  author,
  publishedAt: publishedAt?.toISOString() ?? null,
})

const rewritten = (before: Row['body'], after: Row['body']): Locale[] =>
  locales.filter((locale) => before[locale] !== after[locale])

const textsOf = ({ title, summary, body }: Pick<Row, 'title' | 'summary' | 'body'>) => [title, summary, body]

const subjectOf = (id: NewsId) => ({ kind: 'article' as const, id })

const keepRevision = (ctx: Ctx, id: NewsId, version: number, content: Cleaned): Promise<void> =>
  recordRevision(ctx, subjectOf(id), version, { ...factsOf(content), body: content.body })

export const createArticle = async (outer: SignedIn, input: ArticleContent, key: string | undefined) => {
  const content = cleaned(input)
  const call = { scope: `article.create ${outer.actor.id}`, key, input }
  const { id } = await withIdempotencyKey(outer, call, async (ctx) => {
    refuseTogether(ctx, await problemsOfFiles(ctx, content))
    const ids = { id: newId<NewsId>(ctx.now) }
    await ctx.db.insert(article).values({
      ...ids,
      ...content,
      state: 'draft',
      written: stampLanguages({}, [], textsOf(content), ctx.now),
      createdAt: ctx.now,
      updatedAt: ctx.now,
    })
    await keepRevision(ctx, ids.id, 1, content)
    await audit(ctx, 'content.created', { subject: subjectOf(ids.id), after: factsOf(content) })
    return ids
  })
  return requireManaged(outer, id)
}

/** Locks the row in the version that the caller has seen. */
const lockArticle = async (ctx: Ctx, id: NewsId, version: number): Promise<Row> => {
  const row = await findForChange(ctx.db, id)
  if (!row) throw fail('news.notFound')
  if (row.version !== version) throw fail('resource.changed')
  return row
}

/** A visible article is dated in the past, a scheduled one in the future. */
const dateProblem = (state: PublishState, date: Date | null, now: Date): Refusal => {
  if (state === 'published' && date !== null && date > now) return fail('content.dateAhead').at('publishedAt')
  const isWrong = state === 'scheduled' && (date === null || date <= now)
  return isWrong ? fail('content.dateNeeded').at('publishedAt') : undefined
}

type Given = Partial<ArticleContent>

/** The parts of the content that problems are looked for in. */
const cleanedParts = ({ cover, attachments, body }: Given): Partial<Cleaned> => ({
  ...(cover !== undefined && { cover }),
  ...(attachments && { attachments }),
  ...(body && { body: cleanedBody(body) }),
})

/** Reports problems even while other fields are missing or malformed. */
export const findNewArticleProblems = (ctx: Ctx, input: Given): Promise<readonly Refusal[]> =>
  problemsOfFiles(ctx, cleanedParts(input))

/** The same for changes. */
export const findArticleProblems = async (ctx: Ctx, id: NewsId, input: Given): Promise<readonly Refusal[]> => {
  const row = await findManaged(ctx.db, id)
  const publishedAt = input.publishedAt
  const date =
    row && publishedAt !== undefined
      ? dateProblem(stateOf(row, ctx.now), publishedAt === null ? null : new Date(publishedAt), ctx.now)
      : undefined
  return [...(await findNewArticleProblems(ctx, input)), date]
}

const isSame = (before: Row, after: Cleaned): boolean =>
  JSON.stringify([factsOf(before), rewritten(before.body, after.body)]) === JSON.stringify([factsOf(after), []])

export const saveArticle = async (
  outer: SignedIn,
  id: NewsId,
  { version, ...input }: ArticleContent & { version: number },
) => {
  const values = cleaned(input)
  await inTransaction(outer, async (ctx) => {
    const before = await lockArticle(ctx, id, version)
    const state = stateOf(before, ctx.now)
    const isUndated = state === 'published' && values.publishedAt === null
    const content = { ...values, publishedAt: isUndated ? before.publishedAt : values.publishedAt }
    if (isSame(before, content)) return
    refuseTogether(ctx, [...(await problemsOfFiles(ctx, content)), dateProblem(state, values.publishedAt, ctx.now)])
    const next = before.version + 1
    await ctx.db
      .update(article)
      .set({
        ...content,
        written: stampLanguages(before.written, textsOf(before), textsOf(content), ctx.now),
        version: next,
        updatedAt: ctx.now,
      })
      .where(eq(article.id, id))
    await keepRevision(ctx, id, next, content)
    const bodies = rewritten(before.body, content.body)
    await audit(ctx, 'content.updated', {
      subject: subjectOf(id),
      before: factsOf(before),
      // The texts themselves are in the history.
      after: { ...factsOf(content), ...(bodies.length > 0 && { body: bodies }) },
    })
  })
  return requireManaged(outer, id)
}

/** An article that is published without a date, or before its planned date, is dated now. */
const dateOfMove = (state: PublishState, publishedAt: Date | null, now: Date): Date | null => {
  if (state === 'scheduled' && (publishedAt === null || publishedAt <= now))
    throw fail('content.dateNeeded').at('publishedAt')
  return state === 'published' && (publishedAt === null || publishedAt > now) ? now : publishedAt
}

export const moveArticle = async (outer: SignedIn, id: NewsId, state: PublishState, version: number) => {
  await inTransaction(outer, async (ctx) => {
    const before = await lockArticle(ctx, id, version)
    const former = stateOf(before, ctx.now)
    const moves: readonly PublishState[] = publishMoves[former]
    if (!moves.includes(state)) throw fail('content.moveRefused')
    const publishedAt = dateOfMove(state, before.publishedAt, ctx.now)
    await ctx.db
      .update(article)
      .set({ state, publishedAt, version: before.version + 1, updatedAt: ctx.now })
      .where(eq(article.id, id))
    const dated = (date: Date | null) => date?.toISOString() ?? null
    await audit(ctx, 'content.moved', {
      subject: subjectOf(id),
      before: { state: former, publishedAt: dated(before.publishedAt) },
      after: { state, publishedAt: dated(publishedAt) },
    })
  })
  return requireManaged(outer, id)
}

export const deleteArticle = (outer: SignedIn, id: NewsId, version: number): Promise<void> =>
  inTransaction(outer, async (ctx) => {
    const before = await lockArticle(ctx, id, version)
    if (before.state !== 'draft' && before.state !== 'archived') throw fail('content.moveRefused')
    await ctx.db.delete(article).where(eq(article.id, id))
    await forgetRevisions(ctx, subjectOf(id))
    await audit(ctx, 'content.deleted', { subject: subjectOf(id), before: factsOf(before) })
  })

/** The article as it would look if it were published now. */
export const previewArticle = async (ctx: Ctx, input: ArticleContent) => {
  const content = cleaned(input)
  const [pictures, files] = await Promise.all([picturesOf(ctx, [content.cover]), fileFactsOf(ctx, content.attachments)])
  return { ...content, publishedAt: content.publishedAt ?? ctx.now, updatedAt: ctx.now, views: 0, pictures, files }
}
