import type { ActivityId, ResultListId, TeamId, WorkId } from '@lectern/contract/ids.ts'
import type { PrizeRules } from '@lectern/contract/results/prize-rules.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { and, asc, eq, gt, isNull, lte, sql } from '../../../platform/database/drizzle.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { noticesToTeam } from '../../enrolments/service.ts'
import { asWritten, sendNotices, type NoticeOf } from '../../notices/service.ts'
import { viewTeams } from '../../teams/service.ts'
import { work } from '../../works/tables.ts'
import { isPublic } from '../policy.ts'
import { resultList, resultNotice, resultRow } from '../tables.ts'

/** So many teams are told in one transaction. */
const batchSize = 50

/** The step that is told of next. Processes take different ones. */
const lockNotice = async (db: Database, now: Date) => {
  const [notice] = await db
    .select({ listId: resultNotice.listId, kind: resultNotice.kind, told: resultNotice.told })
    .from(resultNotice)
    .where(and(isNull(resultNotice.doneAt), lte(resultNotice.dueAt, now)))
    .orderBy(asc(resultNotice.dueAt))
    .limit(1)
    .for('update', { skipLocked: true })
  return notice
}

interface ListTold {
  id: ResultListId
  activityId: ActivityId
  rules: PrizeRules
  publicisedAt: Date | null
  publicityUntil: Date | null
  announcedAt: Date | null
}

const findListTold = async (db: Database, id: ResultListId): Promise<ListTold | undefined> => {
  const [list] = await db
    .select({
      id: resultList.id,
      activityId: resultList.activityId,
      rules: resultList.rules,
      publicisedAt: resultList.publicisedAt,
      publicityUntil: resultList.publicityUntil,
      announcedAt: resultList.announcedAt,
    })
    .from(resultList)
    .where(eq(resultList.id, id))
  return list
}

/** The next works of a list that are not excluded, with their teams. */
const nextRows = (db: Database, id: ResultListId, offset: number) =>
  db
    .select({
      position: resultRow.position,
      work: resultRow.workId,
      team: work.teamId,
      number: resultRow.number,
      title: resultRow.title,
      prize: resultRow.prize,
      isExcluded: resultRow.isExcluded,
    })
    .from(resultRow)
    .innerJoin(work, eq(work.id, resultRow.workId))
    .where(and(eq(resultRow.listId, id), gt(resultRow.position, offset)))
    .orderBy(asc(resultRow.position))
    .limit(batchSize)

type Kind = (typeof resultNotice.$inferSelect)['kind']

interface Told {
  work: WorkId
  team: TeamId
  number: string
  title: string
  prize: string | null
}

/** What a team is told, and where it reads more. Before the announcement nothing tells a prize. */
const messageOf = (kind: Kind, list: ListTold, { work: id, prize }: Told) => {
  const message: NoticeOf<'result.'> =
    kind === 'announced' ? (prize === null ? 'announced' : 'awarded') : kind === 'final' ? 'final' : 'publicity'
  const link = kind === 'announced' ? `/account/Work/Edit?id=${id}` : `/Results/Publicity/${list.id}`
  const label = prize === null ? undefined : list.rules.tiers.find((tier) => tier.id === prize)?.label
  return { message, link, label: message === 'awarded' ? label : undefined }
}

const tellTeams = async (ctx: Ctx, kind: Kind, list: ListTold, rows: readonly Told[]): Promise<void> => {
  const teams = await viewTeams(
    ctx,
    rows.map(({ team }) => team),
  )
  const byId = new Map(teams.map((team) => [team.id, team]))
  const notices = rows.flatMap((row) => {
    const team = byId.get(row.team)
    if (!team) return []
    const { message, link, label } = messageOf(kind, list, row)
    return noticesToTeam(team, `result.${message}`, {
      now: ctx.now,
      link,
      until: list.publicityUntil ?? undefined,
      values: {
        number: asWritten(row.number),
        title: asWritten(row.title),
        ...(label && { prize: { inLanguages: label } }),
      },
    })
  })
  await sendNotices(ctx, notices)
}

/** Tells some teams; returns whether there was something to do. Each team is told once: the place is stored together with its notices. */
const tellSome = (outer: Ctx): Promise<boolean> =>
  inTransaction(outer, async (ctx) => {
    const { db, now } = ctx
    const due = await lockNotice(db, now)
    if (!due) return false
    const list = await findListTold(db, due.listId)
    const mayBeTold = list && isPublic(list, due.kind === 'announced' ? 'results' : 'publicity', now)
    const rows = mayBeTold ? await nextRows(db, due.listId, due.told) : []
    if (list && rows.length > 0)
      await tellTeams(
        ctx,
        due.kind,
        list,
        rows.filter(({ isExcluded }) => !isExcluded),
      )
    const isDone = rows.length < batchSize
    await db
      .update(resultNotice)
      .set({ told: rows.at(-1)?.position ?? due.told, ...(isDone && { doneAt: now }) })
      .where(and(eq(resultNotice.listId, due.listId), eq(resultNotice.kind, due.kind), sql`done_at is null`))
    return true
  })

/** The job that tells members and advisors of the teams. */
export const tellOfResults = async (ctx: Ctx): Promise<void> => {
  while (await tellSome(ctx));
}
