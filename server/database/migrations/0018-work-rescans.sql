-- Works whose hints at the team are to be searched again, because it is known by other names than before. One row a work, however many
-- changes; `requests` makes a change wait for a job that is just taking the row.
create table work_rescan (
  work_id uuid primary key,
  requests integer not null default 1
);

create function request_rescan(teams uuid[]) returns void
language sql
as $$
  insert into work_rescan (work_id)
  select work.id from work join activity on activity.id = work.activity_id
  where work.team_id = any (teams) and (activity.work_rules ->> 'blind')::boolean
  order by work.id
  on conflict (work_id) do update set requests = work_rescan.requests + 1
$$;

create function rescan_of_account() returns trigger
language plpgsql
as $$
begin
  perform request_rescan(array(select team_id from team_member where account_id = new.id));
  return null;
end
$$;
create trigger account_renamed after update of real_name, school, email, phone on account
for each row
when ((old.real_name, old.school, old.email, old.phone) is distinct from (new.real_name, new.school, new.email, new.phone))
execute function rescan_of_account();

create function rescan_of_member() returns trigger
language plpgsql
as $$
begin
  perform request_rescan(array[case tg_op when 'DELETE' then old.team_id else new.team_id end]);
  return null;
end
$$;
create trigger team_member_changed after insert or delete on team_member
for each row execute function rescan_of_member();

create function rescan_of_team() returns trigger
language plpgsql
as $$
begin
  perform request_rescan(array[new.id]);
  return null;
end
$$;
create trigger team_renamed after update of name on team
for each row when (old.name is distinct from new.name)
execute function rescan_of_team();

create function rescan_of_names() returns trigger
language plpgsql
as $$
begin
  perform request_rescan(array[new.team_id]);
  return null;
end
$$;
create trigger work_names_changed after update of names on work
for each row when (old.names is distinct from new.names)
execute function rescan_of_names();
