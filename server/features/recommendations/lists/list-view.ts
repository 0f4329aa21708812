import type { ActivityId, InstitutionId } from '@lectern/contract/ids.ts'
import { localize } from '@lectern/contract/localized.ts'
import type { SignedIn } from '../../../platform/context.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { and, eq, or, sql } from '../../../platform/database/drizzle.ts'
import { fail, type AppError } from '../../../platform/failure.ts'
import { isOrganiser, permitted, refuse, type Verdict } from '../../../platform/policy.ts'
import { lockEditionRules, runningActivities, type RunningActivity } from '../../competition/service.ts'
import { activity } from '../../competition/tables.ts'
import { whereBelow, whereMayActFor, whereOwn } from '../../institutions/service.ts'
import { institution, institutionOfficer } from '../../institutions/tables.ts'
import { checkTakesNoPart } from '../../steps/service.ts'
import type { ListView, Reach } from '../policy.ts'
import { recommendationRules } from '../tables.ts'
import { findList, selectLists, whereInTeam, type FoundList } from './list-queries.ts'
import { listWindow } from './list-window.ts'

type Deed = 'look' | 'act'

/** The one rule of what officers see: their own institution and those below. Organisers see all. */
export const whereWithinReach = ({ actor }: SignedIn) =>
  isOrganiser(actor, 'contest') ? undefined : whereMayActFor(actor.id, institution.id)

/** What is beyond somebody's reach looks as if it did not exist; whoever was an officer there learns that they are no longer. */
export const beyondReach = async ({ db, actor }: SignedIn, id: InstitutionId | undefined): Promise<AppError> => {
  const [former] = await db
    .select({ id: institutionOfficer.id })
    .from(institutionOfficer)
    .where(
      and(
        eq(institutionOfficer.accountId, actor.id),
        id &&
          sql`${institutionOfficer.institutionId} in (
            select unnest(array[asked.id, asked.parent_id]) from institution as asked where asked.id = ${id}
          )`,
      ),
    )
    .limit(1)
  return fail(former ? 'institution.officersOnly' : 'institution.notFound')
}

/** How the reader reaches an institution; one beyond their reach looks as if it did not exist. */
export const requireReach = async (ctx: SignedIn, id: InstitutionId): Promise<Reach & { isProvince: boolean }> => {
  const [row] = await ctx.db
    .select({
      isProvince: sql<boolean>`${institution.kind} = 'province'`,
      isOwn: sql<boolean>`${whereOwn(ctx.actor.id, institution.id)}`,
      isAbove: sql<boolean>`${whereBelow(ctx.actor.id, institution.id)}`,
    })
    .from(institution)
    .where(and(eq(institution.id, id), whereWithinReach(ctx)))
  if (!row) throw await beyondReach(ctx, id)
  return { ...row, isOrganiser: isOrganiser(ctx.actor, 'contest') }
}

/**
 * Whoever takes part in the activity decides nothing about its lists: an organiser by the rule of all organisers, an officer because
 * they would rank their own entry. Another officer or the level above does it.
 */
export const checkOfOthers = async (ctx: SignedIn, activityId: ActivityId, deed: Deed): Promise<Verdict> => {
  if (isOrganiser(ctx.actor, 'contest')) return checkTakesNoPart(ctx, sql`select ${activityId}::uuid`, deed)
  const { rows } = await ctx.db.execute<{ takesPart: boolean }>(
    sql`select ${whereInTeam(ctx.actor.id, sql`${activityId}::uuid`)} as "takesPart"`,
  )
  return rows[0]!.takesPart ? refuse('recommendation.ownEntry') : permitted
}

interface Circumstances {
  activity: RunningActivity
  reach: Reach
  ofOthers: Verdict
}

export const viewOfList = (row: FoundList, circumstances: Circumstances, now: Date): ListView => {
  const { list, extendedUntil, dateAbove, institution: owner } = row
  const state = list?.state ?? 'draft'
  const dates = { state, extendedUntil, dateAbove, resubmitBy: list?.resubmitBy ?? null }
  return { ...row, ...circumstances, state, window: listWindow(circumstances.activity, owner.kind, dates, now) }
}

export interface ListKey {
  activity: ActivityId
  institution: InstitutionId
}

const requireActivity = async (ctx: SignedIn, id: ActivityId): Promise<RunningActivity> => {
  const running = (await runningActivities(ctx, [id])).get(id)
  if (!running) throw fail('activity.notFound')
  return running
}

/** The list of an institution within the reader's reach. */
export const requireList = async (ctx: SignedIn, key: ListKey, deed: Deed = 'look'): Promise<ListView> => {
  const reach = await requireReach(ctx, key.institution)
  const running = await requireActivity(ctx, key.activity)
  const row = await findList(ctx.db, key.activity, key.institution)
  if (!row) throw fail('recommendation.notAsked')
  return viewOfList(row, { activity: running, reach, ofOthers: await checkOfOthers(ctx, key.activity, deed) }, ctx.now)
}

/** Locks the ledgers of institutions in an activity until the transaction ends: provinces before schools, then by id. */
export const lockLedgers = async (
  db: Database,
  activityId: ActivityId,
  institutions: readonly InstitutionId[],
): Promise<void> => {
  const ids = [...new Set(institutions)].toSorted()
  await db.execute(sql`
    insert into recommendation_tally (activity_id, institution_id)
    select ${activityId}, id from unnest(${sql.param(ids)}::uuid[]) as asked (id) order by id
    on conflict do nothing
  `)
  await db.execute(sql`
    select from recommendation_tally as ledger join institution on institution.id = ledger.institution_id
    where ledger.activity_id = ${activityId} and ledger.institution_id = any (${sql.param(ids)}::uuid[])
    order by institution.kind, ledger.institution_id for update of ledger
  `)
}

/** Locks the list of the province above against handing in, before the ledger below. */
const shareAbove = async (db: Database, activityId: ActivityId, parentId: InstitutionId): Promise<void> => {
  await db.execute(sql`
    insert into recommendation_tally (activity_id, institution_id) values (${activityId}, ${parentId}) on conflict do nothing
  `)
  await db.execute(sql`
    select from recommendation_tally where activity_id = ${activityId} and institution_id = ${parentId} for share
  `)
}

interface LockedList {
  /** The version that the change is based on; absent: it does not depend on one. */
  version?: number | undefined
  rules?: 'shared' | 'exclusive'
}

/**
 * Locks the rules of the edition, then the ledger of the institution, below a shared lock of the one above: the list, its quota and its
 * rows stay as they are until the transaction ends.
 */
export const lockList = async (
  ctx: SignedIn,
  key: ListKey,
  { version, rules = 'shared' }: LockedList = {},
): Promise<ListView> => {
  const [edition] = await ctx.db.select({ id: activity.editionId }).from(activity).where(eq(activity.id, key.activity))
  if (!edition) throw fail('activity.notFound')
  await lockEditionRules(ctx.db, edition.id, rules)
  const seen = await findList(ctx.db, key.activity, key.institution)
  if (seen?.institution.parentId && seen.rules.by === 'schoolAndProvince')
    await shareAbove(ctx.db, key.activity, seen.institution.parentId)
  await lockLedgers(ctx.db, key.activity, [key.institution])
  const view = await requireList(ctx, key, 'act')
  if (version !== undefined && (view.list?.version ?? 0) !== version) throw fail('resource.changed')
  return view
}

/** The lists of the institutions that the reader is an officer of, in activities that have not been archived. */
export const listsOfOfficer = async (ctx: SignedIn): Promise<ListView[]> => {
  const rows = await selectLists(
    ctx.db,
    and(
      whereOwn(ctx.actor.id, institution.id),
      sql`${recommendationRules.activityId} in (
        select ${activity.id} from ${activity} join edition on edition.id = ${activity.editionId} and edition.current
      )`,
    ),
  )
  return viewLists(ctx, rows)
}

/** Lists with their activities. The number of statements does not depend on how many there are. */
export const viewLists = async (ctx: SignedIn, rows: readonly FoundList[]): Promise<ListView[]> => {
  const ids = [...new Set(rows.map(({ rules }) => rules.activityId))]
  const activities = await runningActivities(ctx, ids)
  const own = await activitiesOfTeams(ctx, ids)
  const organises = isOrganiser(ctx.actor, 'contest')
  return rows.flatMap((row) => {
    const running = activities.get(row.rules.activityId)
    if (!running) return []
    const takesPart = own.has(row.rules.activityId)
    const name = localize(running.name, ctx.locale).text
    const refusal = organises ? refuse('organiser.takesPart', { activity: name }) : refuse('recommendation.ownEntry')
    const reach = { isOwn: !organises, isAbove: false, isOrganiser: organises }
    return [viewOfList(row, { activity: running, reach, ofOthers: takesPart ? refusal : permitted }, ctx.now)]
  })
}

/** Those of these activities in which the reader has a team. */
const activitiesOfTeams = async (ctx: SignedIn, ids: readonly ActivityId[]): Promise<ReadonlySet<ActivityId>> => {
  if (ids.length === 0) return new Set()
  const rows = await ctx.db
    .select({ id: activity.id })
    .from(activity)
    .where(and(sql`${activity.id} = any (${sql.param([...ids])}::uuid[])`, or(whereInTeam(ctx.actor.id, activity.id))))
  return new Set(rows.map(({ id }) => id))
}
