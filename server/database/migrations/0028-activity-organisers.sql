-- Who has acted on an activity as an organiser. They join no team of it.
create table activity_organiser (
  account_id uuid not null references account (id),
  activity_id uuid not null references activity (id) on delete cascade,
  since timestamptz(3) not null,
  primary key (account_id, activity_id)
);

-- What organisers have done so far. Those who had a team nevertheless keep it.
insert into activity_organiser (account_id, activity_id, since)
select acted.actor_id, acted.activity_id, min(acted.at)
from (
  select audit.actor_id, audit.at, activity.id as activity_id
  from audit join activity on audit.subject_kind = 'activity' and audit.subject_id = activity.id::text
  where audit.action like 'content.%'
  union all
  select audit.actor_id, audit.at, enrolment.activity_id
  from audit join enrolment on audit.subject_kind = 'enrolment' and audit.subject_id = enrolment.id::text
  where audit.action in ('enrolment.decided', 'enrolment.takenBack')
  union all
  select audit.actor_id, audit.at, team.activity_id
  from audit
  join work on audit.subject_kind = 'work' and audit.subject_id = work.id::text
  join team on team.id = work.team_id
  where audit.action in ('work.decided', 'work.takenBack', 'work.leaksJudged', 'work.fileRedacted')
  union all
  select audit.actor_id, audit.at, round_activity.activity_id
  from audit join round_activity on audit.subject_kind = 'round' and audit.subject_id = round_activity.round_id::text
  union all
  select audit.actor_id, audit.at, result_list.activity_id
  from audit join result_list on audit.subject_kind = 'resultList' and audit.subject_id = result_list.id::text
) as acted
join account on account.id = acted.actor_id and account.access = 'admin'
where not exists (
  select from team_member
  where team_member.account_id = acted.actor_id and team_member.activity_id = acted.activity_id
)
group by acted.actor_id, acted.activity_id;
