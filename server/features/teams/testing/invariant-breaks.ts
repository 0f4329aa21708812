import type { InvariantBreaks } from '../../../testing/invariant-breaks.ts'

export const invariantBreaks: InvariantBreaks = {
  'a team belongs to no institution that was merged into another one': {
    by: [
      `insert into institution (id, kind, name, state, created_at, updated_at)
       values ('01900000-0000-7000-8000-00000000ccc1', 'school', '{}', 'verified', now(), now())`,
      `insert into institution (id, kind, name, state, merged_into, created_at, updated_at)
       values ('01900000-0000-7000-8000-00000000cccc', 'school', '{}', 'closed',
         '01900000-0000-7000-8000-00000000ccc1', now(), now())`,
      `insert into institution_merge (id, from_id, into_id, state, moved, merged_at)
       values (gen_random_uuid(), '01900000-0000-7000-8000-00000000cccc', '01900000-0000-7000-8000-00000000ccc1',
         'verified', '{}', now())`,
      `update team set institution_id = '01900000-0000-7000-8000-00000000cccc'
       where id = (select min(id::text)::uuid from team)`,
    ],
  },
  'a team has one captain, and a disbanded team has nobody': {
    by: [
      `update team_member set role = 'member' where role = 'captain' and team_id = (select min(team_id::text)::uuid from team_member)`,
    ],
  },
  'nobody is in a team of an activity on which they have acted as an organiser': {
    by: [
      `insert into activity_organiser (account_id, activity_id, since)
       select account_id, activity_id, joined_at from team_member order by account_id limit 1`,
    ],
  },
  'a team member has the activity of the team': {
    by: [
      `update team_member set activity_id = gen_random_uuid() where team_id = (select min(team_id::text)::uuid from team_member)`,
    ],
  },
  'a person is captain or member once per activity': {
    by: [
      'drop index team_member_once',
      `insert into team_member select other.id, account_id, team_member.activity_id, 'member', 9, joined_at
       from team_member join team as other on other.activity_id = team_member.activity_id and other.id <> team_id
       where role = 'captain' and disbanded_at is null and not exists (
         select from team_member as there where there.team_id = other.id and there.account_id = team_member.account_id
       ) order by other.id limit 1`,
    ],
  },
  'a person advises at most 5 teams of an activity': {
    by: [
      `insert into team select gen_random_uuid(), activity_id, 'more', '', 'code' || n, now(), 1, now(), now(), now()
       from (select activity_id from team order by id limit 1) as one, generate_series(1, 6) as n`,
      `insert into team_member select team.id, account.id, activity_id, 'advisor', 1, now()
       from team, (select id from account order by id desc limit 1) as account where name = 'more'`,
    ],
    alsoBreaks: ['a team has one captain, and a disbanded team has nobody'],
  },
  'a team has no more people than its activity allows': {
    by: [`update activity set team_max = 0 where id = (select activity_id from team_member order by team_id limit 1)`],
  },
}
