import { maxAdvisedTeams } from '@lectern/contract/teams/team-values.ts'
import type { Invariant } from '../../platform/invariants.ts'

export const teamInvariants: readonly Invariant[] = [
  {
    name: 'a team belongs to no institution that was merged into another one',
    broken: `
      select team.id from team join institution on institution.id = team.institution_id
      where institution.merged_into is not null`,
  },
  {
    name: 'a team has one captain, and a disbanded team has nobody',
    broken: `
      select team.id from team left join team_member on team_id = team.id
      group by team.id, disbanded_at
      having count(*) filter (where role = 'captain') <> case when disbanded_at is null then 1 else 0 end
        or (disbanded_at is not null and count(account_id) > 0)`,
  },
  {
    name: 'nobody is in a team of an activity on which they have acted as an organiser',
    broken: `
      select team_id as id from team_member
      join activity_organiser using (account_id, activity_id) where since <= joined_at`,
  },
  {
    name: 'a team member has the activity of the team',
    broken: `
      select team.id from team_member join team on team.id = team_id where team_member.activity_id <> team.activity_id`,
  },
  {
    name: 'a person is captain or member once per activity',
    broken: `
      select account_id as id from team_member where role <> 'advisor'
      group by account_id, activity_id having count(*) > 1`,
  },
  {
    name: `a person advises at most ${maxAdvisedTeams} teams of an activity`,
    broken: `
      select account_id as id from team_member where role = 'advisor'
      group by account_id, activity_id having count(*) > ${maxAdvisedTeams}`,
  },
  {
    name: 'a team has no more people than its activity allows',
    broken: `
      select team.id from team join team_member on team_id = team.id join activity on activity.id = team.activity_id
      group by team.id, team_max, advisors_max
      having count(*) filter (where role <> 'advisor') > team_max or count(*) filter (where role = 'advisor') > advisors_max`,
  },
]
