import type { EnrolmentId, TeamId } from '@lectern/contract/ids.ts'
import type { RecommendationLevel } from '@lectern/contract/recommendations/recommendation-values.ts'
import type { Ctx } from '../../../platform/context.ts'
import { sql } from '../../../platform/database/drizzle.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { noticesToTeam } from '../../enrolments/service.ts'
import { asWritten, sendNotices } from '../../notices/service.ts'
import { nameOf, viewTeams } from '../../teams/service.ts'
import { readEntryFacts } from '../entries/standing.ts'
import { recommendationNotice } from '../tables.ts'
import { officersOf } from './list-notices.ts'

/** So many teams are told in one transaction. */
const batchSize = 50

/** After the date of a level: it may have been prolonged for a list, which `readEntryFacts` knows. */
interface DueEntry extends Record<string, unknown> {
  id: EnrolmentId
  teamId: TeamId
  level: RecommendationLevel
}

/** Entries that were submitted, of levels whose phase is over, that nobody was told about. Those that passed are left out. */
const dueEntries = async (ctx: Ctx, after: EnrolmentId | undefined): Promise<DueEntry[]> => {
  const { rows } = await ctx.db.execute<DueEntry>(sql`
    select enrolment.id, enrolment.team_id as "teamId", level.kind as level
    from recommendation_rules as rules
    join activity on activity.id = rules.activity_id and activity.state = 'published'
    join edition on edition.id = activity.edition_id and edition.current
    cross join (values ('school'), ('province')) as level (kind)
    join lateral (
      select closes_at, grace_minutes from phase
      where phase.edition_id = activity.edition_id and phase.kind = level.kind || '-recommendation'
        and (phase.activity_id is null or phase.activity_id = activity.id)
      order by phase.activity_id nulls last limit 1
    ) as phase on phase.closes_at + make_interval(mins => phase.grace_minutes) <= ${ctx.now}
    join enrolment on enrolment.activity_id = activity.id and enrolment.state in ('submitted', 'approved')
    join team on team.id = enrolment.team_id and team.disbanded_at is null and team.institution_id is not null
    left join work on work.enrolment_id = enrolment.id
    where rules.thing <> 'none' and rules.recommended_by in (level.kind, 'schoolAndProvince')
      and (rules.thing = 'enrolment' or work.state in ('submitted', 'accepted'))
      and not exists (select from recommendation_notice as told where told.enrolment_id = enrolment.id)
      and not exists (
        select from recommendation_row as listed join recommendation_list as list on list.id = listed.list_id
        where listed.enrolment_id = enrolment.id and listed.level = level.kind
          and (listed.verdict is distinct from 'refuse' or list.state <> 'accepted')
      )
      ${after ? sql`and enrolment.id > ${after}` : sql``}
    order by enrolment.id limit ${batchSize}
  `)
  return rows
}

/** Tells some teams that their entries do not go on, and whom to ask; returns the last entry that was looked at. */
const tellSome = (outer: Ctx, after: EnrolmentId | undefined): Promise<EnrolmentId | undefined> =>
  inTransaction(outer, async (ctx) => {
    // One process tells at a time: the others would tell the same teams.
    await ctx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended('entries not recommended', 0))`)
    const due = await dueEntries(ctx, after)
    const teams = await viewTeams(
      ctx,
      due.map(({ teamId }) => teamId),
    )
    const facts = await readEntryFacts(ctx, teams)
    const over = due.flatMap((entry) => {
      const fact = facts.get(entry.teamId)
      const team = teams.find(({ id }) => id === entry.teamId)
      return fact && team && fact.standing === 'notRecommended' ? [{ entry, fact, team }] : []
    })
    const officers = await officersOf(
      ctx.db,
      over.flatMap(({ fact }) => fact.institutionId ?? []),
    )
    for (const { entry, fact, team } of over) {
      const { rowCount } = await ctx.db
        .insert(recommendationNotice)
        .values({ enrolmentId: entry.id, level: fact.level ?? entry.level, sentAt: ctx.now })
        .onConflictDoNothing()
      if (!rowCount) continue
      const officer = officers.find(({ institutionId }) => institutionId === fact.institutionId)
      const contact = officer ? [nameOf(officer), officer.email].filter(Boolean).join(' · ') : ''
      await sendNotices(
        ctx,
        noticesToTeam(team, officer ? 'recommendation.notRecommended' : 'recommendation.notRecommendedAlone', {
          now: ctx.now,
          link: fact.thing === 'work' ? '/account/Work' : `/EnrollFor/${team.activityId}`,
          values: {
            number: asWritten(team.enrolment?.number ?? ''),
            institution: fact.institution ? { inLanguages: fact.institution } : asWritten(''),
            contact: asWritten(contact),
          },
        }),
      )
    }
    return due.length === batchSize ? due.at(-1)!.id : undefined
  })

/** Runs as a job: everybody whose entry was not recommended is told so once, after the date of the level. */
export const tellNotRecommended = async (ctx: Ctx): Promise<void> => {
  let last: EnrolmentId | undefined
  do last = await tellSome(ctx, last)
  while (last)
}
