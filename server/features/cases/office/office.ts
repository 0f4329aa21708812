import type { listCases as listEndpoint } from '@lectern/contract/cases/case-office.ts'
import { openCaseStates } from '@lectern/contract/cases/case-values.ts'
import type { QueryOf } from '@lectern/contract/endpoint.ts'
import type { CaseId } from '@lectern/contract/ids.ts'
import type { SignedIn } from '../../../platform/context.ts'
import { countRows } from '../../../platform/database/count.ts'
import { and, asc, desc, eq, inArray, isNotNull, lte, sql, type SQL } from '../../../platform/database/drizzle.ts'
import { account } from '../../accounts/tables.ts'
import { activity } from '../../competition/tables.ts'
import { currentArbiters, shownName } from '../arbiters/arbiters.ts'
import { requireCase, viewCases, type CaseView } from '../case-view.ts'
import { concernOf, concernsOf } from '../concerns.ts'
import { listedPeople } from '../arbiters/effects.ts'
import { evidenceOf } from '../parties/evidence.ts'
import { mayOpenCase } from '../policy.ts'
import { caseEvent, caseMessage, caseParty, contestCase } from '../tables.ts'

type Query = QueryOf<typeof listEndpoint>

const whereStanding = (standing: Query['standing'], now: Date): SQL | undefined => {
  if (standing === 'open') return inArray(contestCase.state, [...openCaseStates])
  if (standing === 'overdue') return lte(contestCase.dueAt, now)
  return standing === 'closed' ? isNotNull(contestCase.closedAt) : undefined
}

/** Numbers are searched, nothing else: a hit by other words would tell what a case is about. */
const whereNumber = (search: string): SQL => sql`position(upper(${search}) in ${contestCase.number}) > 0`

/** Open cases first, those that are due soonest before others; then the closed ones, the latest first. */
const order = [
  sql`${contestCase.closedAt} is not null`,
  asc(contestCase.dueAt),
  desc(contestCase.closedAt),
  desc(contestCase.id),
]

export const listCases = async (ctx: SignedIn, { page, pageSize, standing, kind, activity: of, search }: Query) => {
  const { db, now, actor } = ctx
  const where = and(
    whereStanding(standing, now),
    kind && eq(contestCase.kind, kind),
    of && eq(contestCase.activityId, of),
    search ? whereNumber(search) : undefined,
  )
  const views = await viewCases(db, where, order, { limit: pageSize, offset: (page - 1) * pageSize })
  const concerns = await concernsOf(
    db,
    actor.id,
    views.map(({ id }) => id),
  )
  const activities = await db
    .selectDistinct({ id: activity.id, name: activity.name })
    .from(contestCase)
    .innerJoin(activity, eq(activity.id, contestCase.activityId))
    .orderBy(activity.id)
  const arbiters = await currentArbiters(db)
  return {
    list: views.map((view) => ({ view, mayOpen: mayOpenCase(concerns.get(view.id)!) })),
    total: await countRows(db, contestCase, where),
    page,
    pageSize,
    activities,
    isArbiter: arbiters.some(({ uid }) => uid === actor.id),
    arbiters: arbiters.length,
  }
}

export const readSummary = async (ctx: SignedIn, id: CaseId) => {
  const view = await requireCase(ctx, id)
  return { view, mayOpen: mayOpenCase(await concernOf(ctx.db, ctx.actor.id, id)) }
}

/** The messages of a case, the oldest first. */
export const messagesOf = ({ db }: Pick<SignedIn, 'db'>, { id }: Pick<CaseView, 'id'>) =>
  db
    .select({
      id: caseMessage.id,
      thread: caseMessage.thread,
      isOfParty: sql<boolean>`${caseMessage.arbiterId} is null`,
      by: shownName,
      text: caseMessage.text,
      at: caseMessage.at,
    })
    .from(caseMessage)
    .leftJoin(account, and(eq(account.id, caseMessage.arbiterId), sql`${account.status} <> 'deleted'`))
    .where(eq(caseMessage.caseId, id))
    .orderBy(asc(caseMessage.position))

const maxEvents = 500

/** Everything about a case. The caller is one of its arbiters. */
export const readWholeCase = async (ctx: SignedIn, id: CaseId) => {
  const { db } = ctx
  const view = await requireCase(ctx, id)
  const [party] = await db
    .select({ realName: caseParty.realName, unit: caseParty.unit, phone: caseParty.phone, email: caseParty.email })
    .from(caseParty)
    .where(eq(caseParty.caseId, id))
  const events = await db
    .select({ kind: caseEvent.kind, at: caseEvent.at, by: shownName, isOfParty: caseEvent.isOfParty })
    .from(caseEvent)
    .leftJoin(account, and(eq(account.id, caseEvent.arbiterId), sql`${account.status} <> 'deleted'`))
    .where(eq(caseEvent.caseId, id))
    .orderBy(desc(caseEvent.position))
    .limit(maxEvents)
  const [judge] = view.decidedBy
    ? await db.select({ name: shownName }).from(account).where(eq(account.id, view.decidedBy))
    : []
  return {
    view,
    party: party ?? null,
    events,
    messages: await messagesOf(ctx, view),
    files: await evidenceOf(db, id),
    decidedBy: judge?.name ?? null,
    people: await listedPeople(ctx, view),
  }
}
export type WholeCase = Awaited<ReturnType<typeof readWholeCase>>
