import type { AccountId, CaseId } from '@lectern/contract/ids.ts'
import type { SignedIn } from '../../platform/context.ts'
import type { Database } from '../../platform/database/connect.ts'
import { sql } from '../../platform/database/drizzle.ts'
import { permit } from '../../platform/policy.ts'
import {
  areSameInstitution,
  comparedInstitutions,
  foldedSpelling,
  standingInstitution,
} from '../institutions/service.ts'
import type { CaseView } from './case-view.ts'
import { mayOpenCase, type Concern } from './policy.ts'

const none: Concern = {
  isArbiter: false,
  isParty: false,
  isInTeam: false,
  isOfInstitution: false,
  isExpert: false,
}

/**
 * How an organiser is concerned by each of these cases, in one statement. People of a team are those in it now and those
 * in the enrolment as it was sent. The institution of an organiser is the school of their profile.
 */
export const concernsOf = async (
  db: Database,
  who: AccountId,
  ids: readonly CaseId[],
): Promise<ReadonlyMap<CaseId, Concern>> => {
  if (ids.length === 0) return new Map()
  const { rows } = await db.execute<Record<keyof Concern, boolean> & { id: CaseId }>(sql`
    with judge as materialized (
      select account.id, account.id as owner, account.institution_id, ${foldedSpelling(sql`account.school`)} as spelling,
        account.access = 'admin'
          and exists (select from arbiter where arbiter.account_id = account.id and arbiter.ended_at is null) as is_arbiter
      from account where account.id = ${who}
    ),
    -- An appeal concerns the parties of the objection too.
    listed as materialized (
      select asked.id, asked.activity_id, asked.work_id, instance.id as instance_id
      from contest_case as asked
      join contest_case as instance
        on instance.id = asked.id or instance.id = asked.appeal_of or instance.appeal_of = asked.id
      where asked.id = any(${sql.param(ids)}::uuid[])
    ),
    party as materialized (
      select listed.id, case_party.account_id, case_party.unit
      from listed join case_party on case_party.case_id = listed.instance_id
    ),
    entrant as materialized (
      select listed.id, work.team_id, team.institution_id, enrolment.school, enrolment.snapshot,
        coalesce(enrolment.snapshot -> 'members', '[]') as members
      from listed
      join work on work.id = listed.work_id
      join enrolment on enrolment.id = work.enrolment_id
      join team on team.id = work.team_id
    ),
    place as materialized (
      select id as owner, null::uuid as institution_id, ${foldedSpelling(sql`unit`)} as spelling from party
      union
      select party.id, account.institution_id, ${foldedSpelling(sql`account.school`)}
      from party join account on account.id = party.account_id
      union select id, null, ${foldedSpelling(sql`school`)} from entrant
      union
      select id, null, ${foldedSpelling(sql`member ->> 'school'`)}
      from entrant cross join lateral jsonb_array_elements(members) as member
      union select id, institution_id, null from entrant
      union select id, ${standingInstitution(sql`(snapshot -> 'institution' ->> 'id')::uuid`)}, null from entrant
      union
      select entrant.id, account.institution_id, ${foldedSpelling(sql`account.school`)}
      from entrant
      join team_member on team_member.team_id = entrant.team_id
      join account on account.id = team_member.account_id
    ),
    judging as materialized (${comparedInstitutions(sql`judge`, 'first')}),
    concerned as materialized (${comparedInstitutions(sql`place`, 'second')})
    select asked.id,
      judge.is_arbiter as "isArbiter",
      exists (select from party where party.id = asked.id and party.account_id = judge.id) as "isParty",
      exists (
        select from team_member
        join team on team.id = team_member.team_id
        where team_member.account_id = judge.id and team_member.activity_id = asked.activity_id
          and team.disbanded_at is null
      ) or exists (
        select from enrolment
        where enrolment.activity_id = asked.activity_id
          and enrolment.snapshot -> 'members' @> jsonb_build_array(jsonb_build_object('accountId', judge.id))
      ) as "isInTeam",
      exists (
        select from concerned join judging on ${areSameInstitution('judging', 'concerned')}
        where concerned.owner = asked.id
      ) as "isOfInstitution",
      exists (
        select from assignment
        join reviewer on reviewer.id = assignment.reviewer_id
        join entry on entry.id = assignment.entry_id
        join work on work.id = entry.work_id
        where reviewer.account_id = judge.id and work.activity_id = asked.activity_id
          and (asked.work_id is null or work.id = asked.work_id)
      ) as "isExpert"
    from contest_case as asked cross join judge
    where asked.id = any(${sql.param(ids)}::uuid[])
  `)
  return new Map(rows.map(({ id, ...concern }) => [id, concern]))
}

export const concernOf = async (db: Database, who: AccountId, id: CaseId): Promise<Concern> =>
  (await concernsOf(db, who, [id])).get(id) ?? none

/** Throws if the caller is no arbiter, or concerned by the case. */
export const permitArbiter = async (ctx: SignedIn, { id }: Pick<CaseView, 'id'>): Promise<void> =>
  permit(mayOpenCase(await concernOf(ctx.db, ctx.actor.id, id)))
