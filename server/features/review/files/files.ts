import { createHash } from 'node:crypto'
import type { SignedIn } from '../../../platform/context.ts'
import { fail } from '../../../platform/failure.ts'
import type { FileAnswer } from '../../../platform/http/serve.ts'
import type { StoredContent } from '../../../platform/http/stored-content.ts'
import { permit } from '../../../platform/policy.ts'
import { openBlindCopy, openBlindCover, openBlindPages } from '../../works/service.ts'
import type { FileStreams } from './file-streams.ts'
import { mayReadWork } from '../policy.ts'
import { isPracticeToken, openPracticeFile } from '../practice/practice.ts'
import { coveredFilesOf, findFile, findOpenedWork, findOwnWork, requireWorkTexts } from '../queries.ts'

/** The tag of the stored file is its id; this one tells only whether it is still the same file. */
const blindTag = (token: string, tag: string): string =>
  createHash('sha256').update(`${token} ${tag}`).digest('base64url').slice(0, 22)

interface AskedFile {
  token: string
  number: number
}

const requireFile = async (ctx: SignedIn, { token, number }: AskedFile) => {
  const own = await findOpenedWork(ctx.db, ctx.actor.id, token)
  if (!own) throw fail('file.notFound')
  permit(mayReadWork({ ...own, sheet: null }, ctx))
  const file = await findFile(ctx.db, own.work.entryId, number)
  if (!file) throw fail('file.notFound')
  return file
}

/** Content that is sent as long as the assignment lasts. */
const watched = (ctx: SignedIn, streams: FileStreams, token: string, content: StoredContent): StoredContent => {
  const { size, tag, open } = content
  return streams.watched({ token, sessionId: ctx.actor.sessionId }, { size, tag: blindTag(token, tag), open })
}

/** A file of a work as experts get it. */
export const openReviewFile = async (ctx: SignedIn, streams: FileStreams, asked: AskedFile): Promise<FileAnswer> => {
  if (isPracticeToken(asked.token)) return openPracticeFile(asked.token, asked.number)
  const { type, ...content } = await openBlindCopy(ctx, await requireFile(ctx, asked))
  return { type, body: watched(ctx, streams, asked.token, content) }
}

/** The pages of slides as experts get them. */
export const openReviewPages = async (ctx: SignedIn, streams: FileStreams, asked: AskedFile): Promise<FileAnswer> => {
  if (isPracticeToken(asked.token)) throw fail('file.notFound')
  const content = await openBlindPages(ctx, await requireFile(ctx, asked))
  return { type: 'application/pdf', body: watched(ctx, streams, asked.token, content) }
}

/** A small picture of a work that the expert may read now, made of nothing but what they get. */
export const openReviewCover = async (ctx: SignedIn, code: string): Promise<FileAnswer> => {
  const own = await findOwnWork(ctx.db, ctx.actor.id, code)
  if (!own) throw fail('assignment.notFound')
  permit(mayReadWork(own, ctx))
  const { title, parts } = await requireWorkTexts(ctx.db, own.work.entryId)
  const rows = await coveredFilesOf(ctx.db, own.work.entryId)
  const kindOf = new Map(parts.map(({ id, kind }) => [id, kind]))
  const { type, size, tag, open } = await openBlindCover(ctx, {
    title,
    kinds: parts.map(({ kind }) => kind),
    files: rows.map(({ id, part }) => ({ id, kind: kindOf.get(part) ?? 'document' })),
  })
  return { type, body: { size, tag: blindTag(own.work.token, tag), open } }
}
