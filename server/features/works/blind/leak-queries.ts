import type { LeakId, WorkId } from '@lectern/contract/ids.ts'
import type { LeakJudgement } from '@lectern/contract/works/work-values.ts'
import type { SignedIn } from '../../../platform/context.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { and, asc, eq, inArray, sql } from '../../../platform/database/drizzle.ts'
import { account } from '../../accounts/tables.ts'
import { file } from '../../files/tables.ts'
import { refreshWorkMarks } from '../submission/marks.ts'
import { leak } from '../tables.ts'

/** All leaks that were found in a work. */
export const leaksOf = (db: Database, id: WorkId) =>
  db
    .select({
      id: leak.id,
      fileId: leak.fileId,
      fileName: file.name,
      kind: leak.kind,
      value: leak.value,
      place: leak.place,
      context: leak.context,
      judgement: leak.judgement,
      judgedBy: sql<string | null>`coalesce(${account.realName}, ${account.nickname}, ${account.username})`,
    })
    .from(leak)
    .leftJoin(file, eq(file.id, leak.fileId))
    .leftJoin(account, eq(account.id, leak.judgedBy))
    .where(eq(leak.workId, id))
    .orderBy(asc(leak.foundAt), asc(leak.id))

export type FoundLeak = Awaited<ReturnType<typeof leaksOf>>[number]

/** Returns how many of the leaks there are. Requires a transaction that has locked the work. */
export const judgeFound = async (
  ctx: SignedIn,
  id: WorkId,
  leaks: readonly LeakId[],
  judgement: LeakJudgement,
): Promise<number> => {
  const isOpen = judgement === 'open'
  const { rowCount } = await ctx.db
    .update(leak)
    .set({ judgement, judgedBy: isOpen ? null : ctx.actor.id, judgedAt: isOpen ? null : ctx.now })
    .where(and(eq(leak.workId, id), inArray(leak.id, [...leaks])))
  await refreshWorkMarks(ctx, id)
  return rowCount ?? 0
}
