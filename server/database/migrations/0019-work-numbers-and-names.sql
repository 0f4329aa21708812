-- The number of a work is that of its enrolment, which never changes once it is assigned: lists of works are sorted by it.
alter table work add column number_key text collate "C" not null default '';
update work set number_key = enrolment.number_key from enrolment where enrolment.id = work.enrolment_id;
create index work_by_number on work (edition_id, number_key, id);

create or replace function keep_work_found() returns trigger
language plpgsql
as $$
begin
  if tg_op = 'INSERT' then
    select edition_id into new.edition_id from activity where id = new.activity_id;
    select number_key into new.number_key from enrolment where id = new.enrolment_id;
  end if;
  new.search := search_lexemes(new.title);
  return new;
end
$$;

-- Names for certificates that are those of the profiles tell nothing new: the work need not be searched again.
create or replace function rescan_of_names() returns trigger
language plpgsql
as $$
begin
  if exists (
    select from jsonb_array_elements(coalesce(old.names, '[]') || coalesce(new.names, '[]')) as given
    where not exists (
      select from team_member join account on account.id = team_member.account_id
      where team_member.team_id = new.team_id and account.real_name = given ->> 'name'
    )
  ) then
    perform request_rescan(array[new.team_id]);
  end if;
  return null;
end
$$;
