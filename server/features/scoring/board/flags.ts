import type { BodyOf, QueryOf } from '@lectern/contract/endpoint.ts'
import type { FlagId, RoundId } from '@lectern/contract/ids.ts'
import type { Page } from '@lectern/contract/paging.ts'
import type * as contract from '@lectern/contract/review/review-board.ts'
import type { SignedIn } from '../../../platform/context.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { and, alias, count, desc, eq, isNull, sql, type SQL } from '../../../platform/database/drizzle.ts'
import { fail } from '../../../platform/failure.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { account } from '../../accounts/tables.ts'
import { audit } from '../../audit/service.ts'
import { flag } from '../../review/tables.ts'
import { answerFlag } from '../../review/service.ts'
import { requireEntry } from '../../rounds/service.ts'
import { assignment, entry, reviewer } from '../../rounds/tables.ts'
import { work } from '../../works/tables.ts'
import { personName } from './board-queries.ts'

const resolver = alias(account, 'resolver')

const flagRows = (db: Database, where: SQL | undefined) =>
  db
    .select({
      id: flag.id,
      kind: flag.kind,
      text: flag.text,
      createdAt: flag.createdAt,
      expert: personName,
      entry: entry.id,
      code: entry.code,
      title: work.title,
      resolvedAt: flag.resolvedAt,
      resolvedBy: sql<
        string | null
      >`coalesce(nullif(${resolver.realName}, ''), nullif(${resolver.nickname}, ''), ${resolver.username})`,
      resolution: flag.resolution,
    })
    .from(flag)
    .innerJoin(assignment, eq(assignment.id, flag.assignmentId))
    .innerJoin(entry, eq(entry.id, assignment.entryId))
    .innerJoin(work, eq(work.id, entry.workId))
    .innerJoin(reviewer, eq(reviewer.id, assignment.reviewerId))
    .innerJoin(account, eq(account.id, reviewer.accountId))
    .leftJoin(resolver, eq(resolver.id, flag.resolvedBy))
    .where(where)
export type FlagRow = Awaited<ReturnType<typeof flagRows>>[number]

/** Open ones first, the newest first. */
export const listFlags = async (
  { db }: SignedIn,
  id: RoundId,
  { page, pageSize, open }: QueryOf<typeof contract.listFlags>,
): Promise<Page<FlagRow>> => {
  const where = and(eq(flag.roundId, id), open ? isNull(flag.resolvedAt) : undefined)
  const list = await flagRows(db, where)
    .orderBy(sql`${flag.resolvedAt} is not null`, desc(flag.createdAt), desc(flag.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize)
  const [row] = await db
    .select({ total: count() })
    .from(flag)
    .innerJoin(assignment, eq(assignment.id, flag.assignmentId))
    .where(where)
  return { list, total: row!.total, page, pageSize }
}

export const resolveFlag = (
  outer: SignedIn,
  roundId: RoundId,
  id: FlagId,
  { resolution }: BodyOf<typeof contract.resolveFlag>,
): Promise<FlagRow> =>
  inTransaction(outer, async (ctx) => {
    const where = and(eq(flag.roundId, roundId), eq(flag.id, id))
    const [before] = await flagRows(ctx.db, where)
    if (!before) throw fail('flag.notFound')
    await requireEntry(ctx, roundId, before.entry)
    if (!(await answerFlag(ctx, id, resolution))) throw fail('flag.resolved')
    await audit(ctx, 'flag.resolved', { subject: { kind: 'entry', id: before.entry }, after: { resolution } })
    return (await flagRows(ctx.db, where))[0]!
  })
