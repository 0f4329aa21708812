import type { RevisionId } from '@lectern/contract/ids.ts'
import type { RevisionKind } from '@lectern/contract/revisions/revision-kinds.ts'
import type { Ctx } from '../../platform/context.ts'
import { and, desc, eq } from '../../platform/database/drizzle.ts'
import { fail } from '../../platform/failure.ts'
import { newId } from '../../platform/ids.ts'
import { account } from '../accounts/tables.ts'
import { revision } from './tables.ts'

interface Subject {
  kind: RevisionKind
  id: string
}

/** Stores a revision in the transaction of the change; its number is the new version. */
export const recordRevision = async (
  ctx: Ctx,
  { kind, id }: Subject,
  number: number,
  content: Record<string, unknown>,
): Promise<void> => {
  await ctx.db.insert(revision).values({
    id: newId<RevisionId>(ctx.now),
    subjectKind: kind,
    subjectId: id,
    number,
    content,
    accountId: ctx.actor.kind === 'account' ? ctx.actor.id : null,
    at: ctx.now,
  })
}

const whereSubject = ({ kind, id }: Subject) => and(eq(revision.subjectKind, kind), eq(revision.subjectId, id))

/** Deletes every revision of a deleted subject that is about a person. */
export const forgetRevisions = async (ctx: Ctx, subject: Subject): Promise<void> => {
  await ctx.db.delete(revision).where(whereSubject(subject))
}

const headColumns = { number: revision.number, at: revision.at, by: account.username }

/** Older ones are kept but not listed. */
const maxListed = 100

export const listRevisions = (ctx: Ctx, subject: Subject) =>
  ctx.db
    .select(headColumns)
    .from(revision)
    .leftJoin(account, eq(account.id, revision.accountId))
    .where(whereSubject(subject))
    .orderBy(desc(revision.number))
    .limit(maxListed)

export const requireRevision = async (ctx: Ctx, subject: Subject, number: number) => {
  const [row] = await ctx.db
    .select({ ...headColumns, content: revision.content })
    .from(revision)
    .leftJoin(account, eq(account.id, revision.accountId))
    .where(and(whereSubject(subject), eq(revision.number, number)))
  if (!row) throw fail('revision.notFound')
  return row
}
