import type { InstitutionId, TeamId } from '@lectern/contract/ids.ts'
import type { LocalizedText } from '@lectern/contract/localized.ts'
import type {
  EntryStanding,
  ListState,
  RecommendationLevel,
  RecommendedBy,
  RecommendedThing,
  RowVerdict,
} from '@lectern/contract/recommendations/recommendation-values.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { sql } from '../../../platform/database/drizzle.ts'
import type { TeamView } from '../../teams/service.ts'
import { listWindow } from '../lists/list-window.ts'

interface LevelRow extends Record<string, unknown> {
  teamId: TeamId
  thing: RecommendedThing
  by: RecommendedBy
  isReady: boolean
  level: RecommendationLevel
  institutionId: InstitutionId | null
  name: LocalizedText | null
  state: ListState | null
  resubmitBy: Date | null
  extendedUntil: Date | null
  dateAbove: Date | null
  isListed: boolean
  verdict: RowVerdict | null
  reason: string | null
  changeBy: Date | null
}

/** For each team and each level of its activity: the list of its institution, and its row. */
const levelsOfTeams = async (db: Database, teams: readonly TeamId[]): Promise<LevelRow[]> => {
  if (teams.length === 0) return []
  const { rows } = await db.execute<LevelRow>(sql`
    select team.id as "teamId", rules.thing, rules.recommended_by as by, level.kind as level,
      coalesce(
        case rules.thing
          when 'enrolment' then enrolment.state in ('submitted', 'approved')
          else enrolment.state = 'approved' and work.state in ('submitted', 'accepted')
        end, false
      ) as "isReady",
      owner.id as "institutionId", owner.name, list.state, list.resubmit_by as "resubmitBy", extension.until as "extendedUntil",
      above.until as "dateAbove", listed.rank is not null as "isListed", listed.verdict, listed.verdict_reason as reason,
      listed.change_by as "changeBy"
    from team
    join recommendation_rules as rules on rules.activity_id = team.activity_id and rules.thing <> 'none'
    cross join (values ('school', 1), ('province', 2)) as level (kind, place)
    left join enrolment on enrolment.team_id = team.id
    left join work on work.enrolment_id = enrolment.id
    left join institution as own on own.id = team.institution_id
    left join institution as owner
      on owner.id = case when own.kind = level.kind then own.id when level.kind = 'province' then own.parent_id end
    left join recommendation_list as list on list.activity_id = team.activity_id and list.institution_id = owner.id
    left join recommendation_row as listed on listed.list_id = list.id and listed.enrolment_id = enrolment.id
    left join recommendation_date as above on above.activity_id = team.activity_id and above.institution_id = owner.parent_id
    left join lateral (
      select until from recommendation_extension as granted
      where granted.list_id = list.id and granted.revoked_at is null order by created_at desc, granted.id desc limit 1
    ) as extension on true
    where team.id = any (${sql.param([...teams])}::uuid[]) and rules.recommended_by in (level.kind, 'schoolAndProvince')
    order by team.id, level.place
  `)
  const date = (moment: Date | null): Date | null => moment && new Date(moment)
  return rows.map((row) => ({
    ...row,
    resubmitBy: date(row.resubmitBy),
    extendedUntil: date(row.extendedUntil),
    dateAbove: date(row.dateAbove),
    changeBy: date(row.changeBy),
  }))
}

/** Where the entry of a team stands with its institutions. */
export interface EntryFacts {
  thing: RecommendedThing
  standing: EntryStanding
  level: RecommendationLevel | null
  institutionId: InstitutionId | null
  institution: LocalizedText | null
  until: Date | undefined
  reason: string | null
}

const isHandedIn = (state: ListState | null): boolean => state === 'handedIn' || state === 'accepted'

/** Pure, apart from the moment: the first level that the entry has not passed decides. */
const standingOf = (
  ctx: Pick<Ctx, 'now'>,
  { activity }: Pick<TeamView, 'activity'>,
  levels: readonly LevelRow[],
): EntryFacts => {
  const [first] = levels
  const facts = (standing: EntryStanding, row: LevelRow | undefined, more: Partial<EntryFacts> = {}): EntryFacts => ({
    thing: first!.thing,
    standing,
    level: row?.level ?? null,
    institutionId: row?.institutionId ?? null,
    institution: row?.name ?? null,
    until: undefined,
    reason: null,
    ...more,
  })
  for (const row of levels) {
    // An institution that is itself a province has no school below it.
    if (row.level === 'school' && row.institutionId === null && levels.some((other) => other.institutionId !== null))
      continue
    const dates = { ...row, state: row.state ?? ('draft' as const) }
    const window = listWindow(activity, row.level, dates, ctx.now)
    const until = window.closesAt ?? undefined
    if (row.isListed && row.verdict === 'change' && row.state === 'handedIn' && !row.isReady) {
      // The level above wants it: the province, or the organisers.
      const above = row.level === 'school' ? levels.find(({ level }) => level === 'province') : undefined
      const whose = { level: above?.level ?? null, institution: above?.name ?? null }
      return facts('change', row, { ...whose, until: row.changeBy ?? undefined, reason: row.reason })
    }
    if (row.isListed && row.verdict === 'pass' && row.state === 'accepted') continue
    const isOver = window.standing === 'closed'
    if (row.isListed && isHandedIn(row.state)) {
      // Until the date of the level nobody learns that an entry does not go on.
      if (row.verdict === 'refuse' && row.state === 'accepted' && isOver)
        return facts('notRecommended', row, { reason: row.reason })
      return facts('handedIn', row)
    }
    if (isOver && (row.isReady || !isHandedIn(row.state)) && !row.isListed)
      return facts(row.isReady ? 'notRecommended' : 'unsubmitted', row)
    return facts(row.isReady ? 'with' : 'unsubmitted', row, { until })
  }
  return facts('recommended', levels.at(-1))
}

/** The facts of each of these teams whose activity has levels. One statement for all. */
export const readEntryFacts = async (
  ctx: Pick<Ctx, 'db' | 'now'>,
  teams: readonly Pick<TeamView, 'id' | 'activity'>[],
): Promise<ReadonlyMap<TeamId, EntryFacts>> => {
  const rows = await levelsOfTeams(
    ctx.db,
    teams.map(({ id }) => id),
  )
  return new Map(
    teams.flatMap((team) => {
      const levels = rows.filter(({ teamId }) => teamId === team.id)
      return levels.length > 0 ? [[team.id, standingOf(ctx, team, levels)] as const] : []
    }),
  )
}
