-- Results that anybody can check: decisions with an id, digests of what lists show, and what the database refuses to delete.

-- Works that the chair decided together. Null: recorded by a process of the version before.
alter table tie_decision add column decision_id uuid;
update tie_decision set decision_id = given.id
from (
  select round_id, decided_by, decided_at, gen_random_uuid() as id from tie_decision group by round_id, decided_by, decided_at
) as given
where given.round_id = tie_decision.round_id and given.decided_by is not distinct from tie_decision.decided_by
  and given.decided_at = tie_decision.decided_at;

-- What the fingerprint of a list covers: a header, and for each work a digest of a random salt and of what is shown of it. Null: made by an
-- older version.
alter table result_list add column header text;
alter table result_list add column fingerprint bytea check (length(fingerprint) = 32);
alter table result_row add column digest bytea check (length(digest) = 32);
-- Null with a digest: somebody was erased, and nobody can tell any more what was shown.
alter table result_row add column salt bytea check (length(salt) = 32);

create trigger result_list_fingerprint before update on result_list
for each row when (new.header is distinct from old.header or new.fingerprint is distinct from old.fingerprint)
execute function refuse_result_change();

-- Erasing a person takes the salt away too, whichever version of the program does it. Nothing else changes names or salt.
create function keep_result_erased() returns trigger
language plpgsql
as $$
begin
  if new.people is distinct from old.people then
    new.salt := null;
  elsif new.salt is distinct from old.salt then
    raise exception 'a result list never changes' using errcode = 'restrict_violation', constraint = 'result_immutable';
  end if;
  if jsonb_array_length(new.people) <> jsonb_array_length(old.people) or exists (
    select from jsonb_array_elements(old.people) with ordinality as before (person, position)
    join jsonb_array_elements(new.people) with ordinality as after (person, position) using (position)
    where after.person <> before.person and after.person <> before.person || '{"account": null, "name": ""}'
  ) then
    raise exception 'a result list never changes' using errcode = 'restrict_violation', constraint = 'result_immutable';
  end if;
  return new;
end
$$;
create trigger result_row_erased before update of people, salt on result_row
for each row execute function keep_result_erased();
drop trigger result_row_immutable on result_row;
create trigger result_row_immutable before update on result_row
for each row when (
  (to_jsonb(new) - 'people' - 'search' - 'salt') is distinct from (to_jsonb(old) - 'people' - 'search' - 'salt')
) execute function refuse_result_change();

-- Nothing that a result follows from is deleted, unless the demo makes way for a real site: that transaction says so.
create function refuse_record_delete() returns trigger
language plpgsql
as $$
begin
  if current_setting('lectern.clearing', true) = 'on' then
    return coalesce(old, new);
  end if;
  raise exception 'what results follow from is never deleted' using errcode = 'restrict_violation', constraint = 'record_kept';
end
$$;

create function refuse_judged_delete() returns trigger
language plpgsql
as $$
begin
  if current_setting('lectern.clearing', true) is distinct from 'on' and exists (
    select from round where id = old.round_id and frozen is not null
  ) and (
    tg_table_name <> 'assignment' or exists (select from sheet_version where assignment_id = (to_jsonb(old) ->> 'id')::uuid)
  ) then
    raise exception 'what results follow from is never deleted' using errcode = 'restrict_violation', constraint = 'record_kept';
  end if;
  return old;
end
$$;

create function refuse_sheet_delete() returns trigger
language plpgsql
as $$
begin
  if current_setting('lectern.clearing', true) is distinct from 'on' and exists (
    select from assignment join round on round.id = assignment.round_id
    where assignment.id = old.assignment_id and round.frozen is not null
  ) then
    raise exception 'what results follow from is never deleted' using errcode = 'restrict_violation', constraint = 'record_kept';
  end if;
  return old;
end
$$;

create function refuse_shown_delete() returns trigger
language plpgsql
as $$
begin
  if current_setting('lectern.clearing', true) is distinct from 'on' and exists (
    select from result_list where id = old.list_id and public_version is not null
  ) then
    raise exception 'what results follow from is never deleted' using errcode = 'restrict_violation', constraint = 'record_kept';
  end if;
  return old;
end
$$;

-- Rows of the tables below are gone when a cascade reaches them: what they belong to is kept too.
create trigger round_kept before delete on round
for each row when (old.frozen is not null) execute function refuse_record_delete();
create trigger assignment_kept before delete on assignment
for each row when (old.is_finished) execute function refuse_judged_delete();
create trigger settlement_kept before delete on settlement
for each row execute function refuse_judged_delete();
create trigger sheet_version_kept before delete on sheet_version
for each row execute function refuse_sheet_delete();
create trigger sheet_kept before delete on sheet
for each row when (old.number is not null) execute function refuse_sheet_delete();
create trigger result_list_kept before delete on result_list
for each row when (old.public_version is not null) execute function refuse_record_delete();
create trigger result_row_kept before delete on result_row
for each row execute function refuse_shown_delete();

-- Emptying a table asks no row: it is refused as soon as there is one that must stay.
create function refuse_record_truncate() returns trigger
language plpgsql
as $$
begin
  if current_setting('lectern.clearing', true) is distinct from 'on' and (
    exists (select from result_list where public_version is not null)
    or exists (
      select from sheet_version join assignment on assignment.id = assignment_id
      join round on round.id = round_id where round.frozen is not null
    )
  ) then
    raise exception 'what results follow from is never deleted' using errcode = 'restrict_violation', constraint = 'record_kept';
  end if;
  return null;
end
$$;
create trigger sheet_version_not_emptied before truncate on sheet_version
for each statement execute function refuse_record_truncate();
create trigger settlement_not_emptied before truncate on settlement
for each statement execute function refuse_record_truncate();
create trigger result_row_not_emptied before truncate on result_row
for each statement execute function refuse_record_truncate();
