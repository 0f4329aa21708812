import type { AccountId, ActivityId, RoundId, WorkId } from '@lectern/contract/ids.ts'
import { licenceDeclaration } from '@lectern/contract/results/result-values.ts'
import type { TeamRole } from '@lectern/contract/teams/team-values.ts'
import type { WorkState } from '@lectern/contract/works/work-values.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { and, asc, desc, eq, inArray, isNull, sql, type SQL } from '../../../platform/database/drizzle.ts'
import { enrolledInstitutionKey } from '../../enrolments/service.ts'
import { institutionKey } from '../../institutions/service.ts'
import { round } from '../../rounds/tables.ts'
import { settlement } from '../../scoring/tables.ts'
import type { ListInput } from '../ranking/list-input.ts'
import { resultDecision } from '../tables.ts'

/** Settled rounds with their last settlement. */
export const settledRounds = (db: Database, ids: readonly RoundId[]) =>
  db
    .selectDistinctOn([round.id], {
      id: round.id,
      code: round.code,
      name: round.name,
      rules: round.rules,
      number: settlement.number,
      rows: settlement.rows,
      rowsHash: settlement.rowsHash,
    })
    .from(round)
    .innerJoin(settlement, eq(settlement.roundId, round.id))
    .where(and(inArray(round.id, [...ids]), eq(round.state, 'settled')))
    .orderBy(round.id, desc(settlement.number))
export type SettledRound = Awaited<ReturnType<typeof settledRounds>>[number]

/** A work that is ranked, or was taken out of a round that counts. */
export interface WorkToRank extends Record<string, unknown> {
  id: WorkId
  number: string
  state: WorkState
  submission: number
  title: string
  team: string
  names: { account: AccountId | null; role: TeamRole; name: string }[]
  school: string | null
  /** What its institution is counted by. */
  institution: string | null
  province: string | null
  /** The team allows to publish the work. */
  isLicensed: boolean
  /** Parts with content. */
  parts: string[]
  answer: string | null
  /** The code of the work in each round, and whether it was taken out. */
  entries: { round: RoundId; code: string; isRemoved: boolean }[]
}

interface WorksAsked {
  activity: ActivityId
  /** The last one decides which submission is shown. */
  rounds: readonly RoundId[]
  group: string | null
  /** Schools that were found to be wrong, by work. */
  schools: Readonly<Record<WorkId, string>>
  /** Absent: by the spelling alone. */
  institutions: ListInput['institutions']
}

/** As lists were computed before institutions were listed: without case, spaces, width and invisible characters. */
const comparedSpelling = (text: SQL): SQL => sql`nullif(regexp_replace(fold_name(${text}), '\\s+', '', 'g'), '')`

/** Accepted works, and all that took part in one of these rounds, by number. Names are those of the submission that was judged. */
export const worksToRank = async (
  db: Database,
  { activity, rounds, group, schools, institutions }: WorksAsked,
): Promise<WorkToRank[]> => {
  const correctedSchool = sql`${JSON.stringify(schools)}::jsonb ->> work.id::text`
  const school = sql`coalesce(${correctedSchool}, enrolment.school)`
  const listed = sql`case when ${correctedSchool} is null then ${enrolledInstitutionKey()} else ${institutionKey(sql`null`, correctedSchool)} end`
  const { rows } = await db.execute<WorkToRank>(sql`
    select
      work.id,
      enrolment.number,
      work.state,
      submission.number as submission,
      signed.manifest ->> 'title' as title,
      signed.manifest ->> 'team' as team,
      (
        -- Who has deleted their account is named nowhere any more.
        select coalesce(jsonb_agg(
          case when account.status = 'deleted' then person || '{"account": null, "name": ""}' else person end order by position
        ), '[]')
        from jsonb_array_elements(signed.manifest -> 'names') with ordinality as listed (person, position)
        left join account on account.id = (person ->> 'account')::uuid
      ) as names,
      ${school} as school,
      ${institutions === 'listed' ? listed : comparedSpelling(school)} as institution,
      enrolment.province,
      signed.manifest -> 'declarations' @> ${JSON.stringify([{ id: licenceDeclaration }])}::jsonb as "isLicensed",
      array(
        select part ->> 'id' from jsonb_array_elements(signed.manifest -> 'parts') as part
        where part ->> 'text' is not null or jsonb_array_length(part -> 'files') > 0
      ) as parts,
      case when jsonb_typeof(enrolment.answers -> ${group ?? ''}) = 'string' then enrolment.answers ->> ${group ?? ''} end as answer,
      coalesce(judged.entries, '[]') as entries
    from work
    join enrolment on enrolment.id = work.enrolment_id
    join team on team.id = work.team_id
    left join lateral (
      select
        jsonb_agg(jsonb_build_object('round', entry.round_id, 'code', entry.code, 'isRemoved', entry.removed_at is not null)) as entries,
        (array_agg(entry.submission order by array_position(${sql.param([...rounds])}::uuid[], entry.round_id) desc))[1] as submission
      from entry
      where entry.work_id = work.id and entry.round_id = any (${sql.param([...rounds])}::uuid[])
    ) as judged on true
    join submission on submission.work_id = work.id and submission.number = coalesce(judged.submission, work.submission)
    cross join lateral (select submission.manifest::jsonb as manifest) as signed
    where work.activity_id = ${activity} and enrolment.number is not null
      and (work.state = 'accepted' or judged.entries is not null)
    order by enrolment.number collate "C", work.id
  `)
  return rows
}

/** Decisions that stand, the oldest first. */
export const standingDecisions = (db: Database, id: ActivityId) =>
  db
    .select({
      id: resultDecision.id,
      kind: resultDecision.kind,
      data: resultDecision.data,
      reason: resultDecision.reason,
    })
    .from(resultDecision)
    .where(and(eq(resultDecision.activityId, id), isNull(resultDecision.undoneAt)))
    .orderBy(asc(resultDecision.decidedAt), asc(resultDecision.id))
