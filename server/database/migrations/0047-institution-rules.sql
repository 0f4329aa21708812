-- The rules of the contest use institutions: whose an expert is, who judges whom, how many prizes a school gets, what is counted.

-- The institution of an expert; what somebody typed stays beside it.
alter table reviewer_profile add column institution_id uuid references institution (id) on delete set null;
alter table reviewer add column institution_id uuid references institution (id) on delete set null;
create index reviewer_profile_of_institution on reviewer_profile (institution_id) where institution_id is not null;
create index reviewer_of_institution on reviewer (institution_id) where institution_id is not null;

-- How an institution is spelled, as it is compared: width, case, spaces, brackets and other signs make no difference.
create function fold_institution(spelling text) returns text
language sql immutable strict parallel safe
as $$
  select nullif(translate(regexp_replace(fold_name(spelling), '\s+', '', 'g'), '()[]{}<>.,;:-_''"/\&·•・‧、，。；：“”‘’（）【】《》〈〉—–', ''), '')
$$;

-- Every name and every other spelling of an institution, as they are compared. Written by triggers: programs that do not know it keep it, too.
create table institution_spelling (
  spelling text not null,
  institution_id uuid not null references institution (id) on delete cascade,
  primary key (spelling, institution_id)
);
create index institution_spelling_of on institution_spelling (institution_id);

create function store_institution_spellings(changed uuid[]) returns void
language sql
as $$
  delete from institution_spelling where institution_id = any (changed);
  insert into institution_spelling (spelling, institution_id)
  select distinct fold_institution(written.text), written.id
  from (
    select institution.id, name.value as text
    from institution cross join lateral jsonb_each_text(institution.name) as name
    where institution.id = any (changed)
    union all
    select institution_alias.institution_id, institution_alias.text from institution_alias
    where institution_alias.institution_id = any (changed)
  ) as written
  where fold_institution(written.text) is not null;
$$;

-- Works are searched again for their team once its institution, or that of its people, is called otherwise.
create function rescan_of_institutions(changed uuid[]) returns void
language sql
as $$
  select request_rescan(array(
    select team.id from team where team.institution_id = any (changed)
    union
    select team_member.team_id from team_member join account on account.id = team_member.account_id
    where account.institution_id = any (changed)
  ));
$$;

create function institution_named() returns trigger
language plpgsql
as $$
declare
  changed uuid[];
begin
  if tg_op = 'INSERT' then
    changed := array(select id from after);
    insert into institution_spelling (spelling, institution_id)
    select distinct fold_institution(name.value), after.id
    from after cross join lateral jsonb_each_text(after.name) as name
    where fold_institution(name.value) is not null;
  else
    changed := array(select after.id from after join before using (id) where after.name is distinct from before.name);
    if cardinality(changed) > 0 then
      perform store_institution_spellings(changed);
      perform rescan_of_institutions(changed);
    end if;
  end if;
  return null;
end
$$;
create trigger institution_spelled after insert on institution
referencing new table as after for each statement execute function institution_named();
create trigger institution_renamed after update on institution
referencing old table as before new table as after for each statement execute function institution_named();

create function institution_alias_changed() returns trigger
language plpgsql
as $$
declare
  changed uuid[];
begin
  -- A statement that names a table which this event has not is refused as a whole.
  if tg_op = 'INSERT' then
    changed := array(select distinct institution_id from after);
  elsif tg_op = 'DELETE' then
    changed := array(select distinct institution_id from before);
  else
    changed := array(select institution_id from after union select institution_id from before);
  end if;
  if cardinality(changed) > 0 then
    perform store_institution_spellings(changed);
    perform rescan_of_institutions(changed);
  end if;
  return null;
end
$$;
create trigger institution_alias_added after insert on institution_alias
referencing new table as after for each statement execute function institution_alias_changed();
create trigger institution_alias_moved after update on institution_alias
referencing old table as before new table as after for each statement execute function institution_alias_changed();
create trigger institution_alias_removed after delete on institution_alias
referencing old table as before for each statement execute function institution_alias_changed();

create trigger account_of_other_institution after update of institution_id on account
for each row when (old.institution_id is distinct from new.institution_id)
execute function rescan_of_account();
create trigger team_of_other_institution after update of institution_id on team
for each row when (old.institution_id is distinct from new.institution_id)
execute function rescan_of_team();

insert into institution_spelling (spelling, institution_id)
select distinct fold_institution(written.text), written.id
from (
  select institution.id, name.value as text from institution cross join lateral jsonb_each_text(institution.name) as name
  union all
  select institution_alias.institution_id, institution_alias.text from institution_alias
) as written
where fold_institution(written.text) is not null;

-- The institution that this one was merged into, however often; itself if it was not merged.
create function standing_institution(institution uuid) returns uuid
language sql stable strict parallel safe
as $$
  with recursive standing (id, merged_into) as (
    select one.id, one.merged_into from institution as one where one.id = $1
    union all
    select into_one.id, into_one.merged_into from standing join institution as into_one on into_one.id = standing.merged_into
  )
  select id from standing where merged_into is null
$$;

-- What institutions are counted and told apart by: the institution that was chosen or confirmed; else the only one that is called exactly so;
-- else the spelling. Nothing is stored by it.
create function institution_key(institution uuid, spelling text) returns text
language sql stable parallel safe
as $$
  select coalesce(
    institution::text,
    (
      select case when count(distinct standing_institution(called.institution_id)) = 1
        then min(standing_institution(called.institution_id)::text) end
      from institution_spelling as called where called.spelling = fold_institution($2)
    ),
    fold_institution($2)
  )
$$;
