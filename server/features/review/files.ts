import { createHash } from 'node:crypto'
import type { SignedIn } from '../../platform/context.ts'
import { fail } from '../../platform/failure.ts'
import type { FileAnswer } from '../../platform/http/serve.ts'
import { permit } from '../../platform/policy.ts'
import { openBlindCopy } from '../works/service.ts'
import type { FileStreams } from './file-streams.ts'
import { mayReadWork } from './policy.ts'
import { isPracticeToken, openPracticeFile } from './practice.ts'
import { findFile, findOpenedWork } from './queries.ts'

/** The tag of the stored file is its id; this one tells only whether it is still the same file. */
const blindTag = (token: string, tag: string): string =>
  createHash('sha256').update(`${token} ${tag}`).digest('base64url').slice(0, 22)

/** A file of a work as experts get it, sent as long as the assignment lasts. */
export const openReviewFile = async (
  ctx: SignedIn,
  streams: FileStreams,
  { token, number }: { token: string; number: number },
): Promise<FileAnswer> => {
  if (isPracticeToken(token)) return openPracticeFile(token, number)
  const own = await findOpenedWork(ctx.db, ctx.actor.id, token)
  if (!own) throw fail('file.notFound')
  permit(mayReadWork({ ...own, sheet: null }, ctx))
  const file = await findFile(ctx.db, own.work.entryId, number)
  if (!file) throw fail('file.notFound')
  const { type, size, tag, open } = await openBlindCopy(ctx, file)
  const body = { size, tag: blindTag(token, tag), open }
  return { type, body: streams.watched({ token, sessionId: ctx.actor.sessionId }, body) }
}
