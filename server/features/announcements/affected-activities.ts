import type { Audience } from '@lectern/contract/announcements/announcements.ts'
import type { ActivityId, AnnouncementId } from '@lectern/contract/ids.ts'
import type { Person, SignedIn } from '../../platform/context.ts'
import { sql, type SQL } from '../../platform/database/drizzle.ts'
import type { AddressRule } from '../../platform/http/serve.ts'
import { all, permit } from '../../platform/policy.ts'
import { checkTakesNoPart, ownActivities, whyNotAbout, whyNotOf } from '../steps/service.ts'
import { whereNotOver } from '../teams/service.ts'

/** Those whose teams the audience contains: whoever takes part in one of them does not write to its teams. */
const activitiesIn = (audience: SQL, from: SQL): SQL => sql`
  select activity.id from ${from} join edition on true join activity on activity.edition_id = edition.id
  where ${audience} ->> 'to' = 'teams'
    and case when ${audience} ->> 'edition' is null then edition.current
      else edition.id = (${audience} ->> 'edition')::uuid end
    and (${audience} -> 'activities' = '[]' or ${audience} -> 'activities' ? activity.id::text)
    and (${audience} -> 'teams' = '[]' or exists (
      select from team where team.activity_id = activity.id and ${audience} -> 'teams' ? team.id::text
    ))
`

/**
 * The activities, of those that are not over, in which chosen readers compete or may judge. All experts count, as nobody who
 * takes part knows who judges; what everybody reads is addressed to none of them.
 */
const activitiesOfReadersIn = (audience: SQL, from: SQL): SQL => sql`
  select activity.id from ${from} join activity on ${whereNotOver(sql`activity`)}
  where ${audience} ->> 'to' <> 'teams' and (${audience} ->> 'to' = 'expert' or exists (
    select from jsonb_array_elements_text(${audience} -> 'people') as chosen (id)
    join account on account.id = chosen.id::uuid
    where account.access = 'expert' or exists (
      select from team_member where team_member.account_id = account.id and team_member.activity_id = activity.id
    )
  ))
`

const givenAudience = (audience: Audience): [audience: SQL, from: SQL] => [
  sql`given.audience`,
  sql`(select ${JSON.stringify(audience)}::jsonb as audience) as given`,
]

export const activitiesOfAudience = (audience: Audience): SQL => activitiesIn(...givenAudience(audience))

const activitiesOfReaders = (audience: Audience): SQL => activitiesOfReadersIn(...givenAudience(audience))

/** Whoever takes part does not write to those who compete with them, nor to experts. Writing to experts is no act on an activity. */
export const requireMayAddress = async (ctx: SignedIn, audience: Audience): Promise<void> => {
  permit(await checkTakesNoPart(ctx, activitiesOfReaders(audience), 'look'))
  permit(await checkTakesNoPart(ctx, activitiesOfAudience(audience)))
}

/** Why not, for the screen. */
export const whyNotAddress = async (ctx: SignedIn, audience: Audience): Promise<string | null> =>
  whyNotAbout(ctx, sql`${activitiesOfAudience(audience)} union all ${activitiesOfReaders(audience)}`)

/** That an announcement is to teams of one of these activities. */
export const whereToTeamsOf = (activities: SQL): SQL => sql`exists (
  select from (${activitiesIn(sql`named.audience`, sql`(select announcement.audience) as named`)}) as addressed
  where addressed.id = any (${activities})
)`

const storedAudience = (id: AnnouncementId): [audience: SQL, from: SQL] => [
  sql`stored.audience`,
  sql`(select announcement.audience from announcement where announcement.id = ${id}) as stored`,
]

/** The rule of routes on a draft: whoever takes part changes none that is written to those who compete, or to experts. */
export const announcementsToOthers: AddressRule<{ id: AnnouncementId }, Person> = {
  check: async ({ ctx, params: { id }, deed }) =>
    all(
      await checkTakesNoPart(ctx, activitiesOfReadersIn(...storedAudience(id)), 'look'),
      await checkTakesNoPart(ctx, activitiesIn(...storedAudience(id)), deed),
    ),
}

/** Why the current user, who takes part, does not change these drafts; those that they may change are left out. */
export const whyNotDrafts = async (
  ctx: SignedIn,
  drafts: readonly AnnouncementId[],
): Promise<ReadonlyMap<AnnouncementId, string>> => {
  const own = await ownActivities(ctx)
  if (own.size === 0 || drafts.length === 0) return new Map()
  const audience: [SQL, SQL] = [sql`named.audience`, sql`(select announcement.audience) as named`]
  const { rows } = await ctx.db.execute<{ id: AnnouncementId; activity: ActivityId }>(sql`
    select distinct on (announcement.id) announcement.id, addressed.id as activity
    from announcement
    cross join lateral (${activitiesIn(...audience)} union all ${activitiesOfReadersIn(...audience)}) as addressed
    where announcement.id = any (${sql.param(drafts)}::uuid[]) and addressed.id = any (${sql.param([...own.keys()])}::uuid[])
    order by announcement.id, addressed.id
  `)
  return new Map(rows.map(({ id, activity }) => [id, whyNotOf(ctx, own, [activity])!]))
}
