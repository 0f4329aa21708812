import type { AccountId, ActivityId } from '@lectern/contract/ids.ts'
import { localize, type LocalizedText } from '@lectern/contract/localized.ts'
import type { Ctx, SignedIn } from '../../platform/context.ts'
import type { Database } from '../../platform/database/connect.ts'
import { and, eq, sql, type Placeholder, type SQL } from '../../platform/database/drizzle.ts'
import { preparedQuery, type Placeholders } from '../../platform/database/prepared-queries.ts'
import { permitted, refuse, type Verdict } from '../../platform/policy.ts'
import type { Answer } from '../../platform/ports.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { whereHolds } from '../accounts/service.ts'
import { activity } from '../competition/tables.ts'
import type { participation } from '../steps/service.ts'
import { activityOrganiser } from './tables.ts'

/** An account: its id, or the column that has it. */
type Who = AccountId | SQL

/** The user has acted on the activity as an organiser. */
const whereActed = (who: Who, activityId: SQL): SQL<boolean> => sql<boolean>`exists (
  select from activity_organiser where account_id = ${who} and activity_organiser.activity_id = ${activityId}
)`

/**
 * THE question: whether a user takes part in an activity, as captain, member or advisor of a team, or invited to one.
 * An invitation of somebody who has acted as an organiser cannot be accepted any more, and so does not count.
 */
export const whereTakesPart = (who: Who, activityId: SQL, now: Date | Placeholder): SQL<boolean> => sql<boolean>`(
  exists (
    select from team_member where team_member.account_id = ${who} and team_member.activity_id = ${activityId}
  )
  or exists (
    select from invitation
    join team as inviting on inviting.id = invitation.team_id
    join account as invited on invited.id = ${who}
    where inviting.activity_id = ${activityId} and inviting.disbanded_at is null
      and invitation.state = 'pending' and invitation.expires_at > ${now}
      and (invitation.account_id = invited.id or invitation.contact in (invited.email, invited.phone))
  ) and not ${whereActed(who, activityId)}
)`

/** Whose activities are asked for, and when. */
export type Reader = Record<'reader', AccountId> & Record<'now', Date>

/**
 * The activities in which the reader takes part, with their names, as one value: every row of a list carries it, so that
 * a list and this question are one statement.
 */
export const ownActivitiesOf = ({ reader, now }: Placeholders<Reader>) => sql<Record<ActivityId, LocalizedText>>`(
  select coalesce(jsonb_object_agg(activity.id, activity.name), '{}') from activity
  where ${whereTakesPart(sql`${reader}`, sql`activity.id`, now)}
)`

/** The rows of a list without that value, and the value. */
export const withoutOwn = <Row extends { own: Record<ActivityId, LocalizedText> }>(rows: readonly Row[]) => ({
  rows: rows.map(({ own: _own, ...row }) => row),
  own: new Map(Object.entries(rows[0]?.own ?? {}) as [ActivityId, LocalizedText][]),
})

const ownActivities = preparedQuery((db, { reader, now }: Placeholders<Reader>) =>
  db
    .select({ id: activity.id, name: activity.name })
    .from(activity)
    .where(whereTakesPart(sql`${reader}`, sql`activity.id`, now)),
)

/** Active organisers but this one who take no part in the activity, and so may confirm what they have proposed. */
export const whereSecondOrganiser = (named: SQL, first: AccountId | null, activityId: SQL, now: Date): SQL<boolean> =>
  sql<boolean>`(
    ${named}.id is distinct from ${first} and ${whereHolds(named, 'contest', activityId)}
    and not ${whereTakesPart(sql`${named}.id`, activityId, now)}
  )`

interface Concerned {
  id: ActivityId
  name: LocalizedText
  takesPart: boolean
  hasActed: boolean
}

const concernedBy = async ({ db, actor, now }: SignedIn, activities: SQL): Promise<Concerned[]> => {
  const id = sql`activity.id`
  const { rows } = await db.execute<{ [Field in keyof Concerned]: Concerned[Field] }>(sql`
    select activity.id, activity.name,
      ${whereTakesPart(actor.id, id, now)} as "takesPart", ${whereActed(actor.id, id)} as "hasActed"
    from activity where activity.id in (${activities}) order by activity.id
  `)
  return rows
}

const refusalIn = (concerned: readonly Concerned[], { locale }: Pick<Ctx, 'locale'>): Verdict => {
  const own = concerned.find(({ takesPart }) => takesPart)
  return own ? refuse('organiser.takesPart', { activity: localize(own.name, locale).text }) : permitted
}

const lockFunction = { shared: sql`pg_advisory_xact_lock_shared`, exclusive: sql`pg_advisory_xact_lock` }

/** Nobody joins a team while they act on its activity: the one waits for the other. */
const lockPart = async (db: Database, lock: keyof typeof lockFunction, who: AccountId, id: ActivityId) => {
  const key = sql`hashtextextended(${`part of ${who} in ${id}`}, 0)`
  await db.execute(sql`select ${lockFunction[lock]}(${key})`)
}

/** Remembers that the current user acts as an organiser, unless they have joined a team meanwhile. */
const rememberAct = (outer: SignedIn, activities: SQL, fresh: readonly Concerned[]): Promise<Verdict> =>
  inTransaction(outer, async (ctx) => {
    for (const { id } of fresh) await lockPart(ctx.db, 'shared', ctx.actor.id, id)
    const verdict = refusalIn(await concernedBy(ctx, activities), ctx)
    if (verdict.permitted)
      await ctx.db
        .insert(activityOrganiser)
        .values(fresh.map(({ id }) => ({ accountId: ctx.actor.id, activityId: id, since: ctx.now })))
        .onConflictDoNothing()
    return verdict
  })

/** An activity, by the name of its table, is not over. A scheduled one is published by time alone and may have teams. */
export const whereNotOver = (named: SQL): SQL<boolean> => sql<boolean>`${named}.state in ('published', 'scheduled')`

/**
 * The activities, not over, in which the current user takes part, and whether another organiser takes no part and so can
 * act on them.
 */
const attendedOwn = async ({ db, actor, now }: SignedIn) => {
  const { rows } = await db.execute<{ id: ActivityId; name: LocalizedText; isAttended: boolean }>(sql`
    select activity.id, activity.name, exists (
      select from account as organiser
      where ${whereSecondOrganiser(sql`organiser`, actor.id, sql`activity.id`, now)}
    ) as "isAttended"
    from activity
    where ${whereNotOver(sql`activity`)} and ${whereTakesPart(actor.id, sql`activity.id`, now)}
    order by activity.id
  `)
  return rows
}

/**
 * Whether an account, by the name of its table, competes or decides in an activity that is not over. All experts and
 * organisers count: to name only those who judge would tell whoever takes part who they are.
 */
const whereConcerns = (who: SQL, running: SQL): SQL<boolean> => sql<boolean>`(
  ${whereNotOver(running)} and (${who}.access in ('expert', 'admin') or exists (
    select from team_member where team_member.account_id = ${who}.id and team_member.activity_id = ${running}.id
  ))
)`

const check: Answer<typeof participation>['check'] = async (ctx, activities, deed) => {
  const concerned = await concernedBy(ctx, activities)
  const verdict = refusalIn(concerned, ctx)
  const fresh = concerned.filter(({ hasActed }) => !hasActed)
  if (!verdict.permitted || deed === 'look' || fresh.length === 0) return verdict
  return rememberAct(ctx, activities, fresh)
}

export const providedParticipation: Answer<typeof participation> = {
  check,
  checkControl: async (ctx, deed) => {
    const own = await attendedOwn(ctx)
    const attended = own.find(({ isAttended }) => isAttended)
    const unattended = attended ? [] : own.map(({ id }) => id)
    if (attended)
      return {
        verdict: refuse('organiser.takesPart', { activity: localize(attended.name, ctx.locale).text }),
        unattended,
      }
    if (unattended.length > 0 || deed === 'look') return { verdict: permitted, unattended }
    const running = sql`select activity.id from activity where ${whereNotOver(sql`activity`)}`
    return { verdict: await check(ctx, running, deed), unattended }
  },
  own: async ({ db, actor, now }) => {
    const rows = await ownActivities(db, { reader: actor.id, now })
    return new Map(rows.map(({ id, name }) => [id, name]))
  },
  concerned: async ({ db, actor, now }, accounts) => {
    const others = accounts.filter((id) => id !== actor.id)
    const { rows } = await db.execute<{ account: AccountId; activity: ActivityId }>(sql`
      select distinct on (account.id) account.id as account, activity.id as activity
      from account join activity on ${whereConcerns(sql`account`, sql`activity`)}
      where account.id = any (${sql.param(others)}::uuid[]) and ${whereTakesPart(actor.id, sql`activity.id`, now)}
      order by account.id, activity.id
    `)
    return new Map(rows.map(({ account, activity: id }) => [account, id]))
  },
  isInTeam: async ({ db, actor }, team) => {
    const { rows } = await db.execute<{ found: boolean }>(
      sql`select exists (select from team_member where account_id = ${actor.id} and team_id in (${team})) as found`,
    )
    return rows[0]!.found
  },
  activitiesOf: (id) => sql`
    select running.id from activity as running join account as concerned on concerned.id = ${id}
    where ${whereConcerns(sql`concerned`, sql`running`)}
  `,
}

/** Those organisers, to notify them. */
export const secondOrganisers = async (
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  first: AccountId | null,
  activityId: ActivityId,
): Promise<AccountId[]> => {
  const { rows } = await db.execute<{ id: AccountId }>(sql`
    select account.id from account
    where ${whereSecondOrganiser(sql`account`, first, sql`${activityId}::uuid`, now)} order by account.id
  `)
  return rows.map(({ id }) => id)
}

/** The activities, of these, on which the current user has acted as an organiser. */
export const activitiesOrganisedBy = async (
  { db, actor }: SignedIn,
  among: readonly ActivityId[],
): Promise<ReadonlySet<ActivityId>> => {
  const rows = await db
    .select({ id: activityOrganiser.activityId })
    .from(activityOrganiser)
    .where(
      and(eq(activityOrganiser.accountId, actor.id), sql`${activityOrganiser.activityId} = any(${sql.param(among)})`),
    )
  return new Set(rows.map(({ id }) => id))
}

export const refuseOrganiser = (name: LocalizedText, { locale }: Pick<Ctx, 'locale'>): Verdict =>
  refuse('organiser.hasActed', { activity: localize(name, locale).text })

/** Whoever has acted as an organiser of an activity joins no team of it. */
export const checkNotOrganiser = async (
  ctx: SignedIn,
  { id, name }: { id: ActivityId; name: LocalizedText },
): Promise<Verdict> => ((await activitiesOrganisedBy(ctx, [id])).has(id) ? refuseOrganiser(name, ctx) : permitted)

/** The same for a transaction in which they join: until it ends, they do not act. */
export const lockNotOrganiser: typeof checkNotOrganiser = async (ctx, named) => {
  await lockPart(ctx.db, 'exclusive', ctx.actor.id, named.id)
  return checkNotOrganiser(ctx, named)
}
