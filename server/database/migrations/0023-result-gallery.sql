-- What visitors find of results: the gallery of awarded works, and the search.

-- Its team allows to publish the work, and these parts of it have content.
alter table result_row add column is_licensed boolean not null default false;
alter table result_row add column parts text[] not null default '{}';
create index result_row_licensed on result_row (list_id, award_position) where is_licensed and award_position is not null;

-- Names in a correction can be erased.
drop trigger result_decision_immutable on result_decision;
create trigger result_decision_immutable before update on result_decision
for each row when (
  new.id is distinct from old.id or new.activity_id is distinct from old.activity_id or new.kind is distinct from old.kind
  or new.decided_at is distinct from old.decided_at or new.case_id is distinct from old.case_id
  or (old.kind <> 'correction' and new.data is distinct from old.data)
) execute function refuse_result_change();

alter table search_entry drop constraint search_entry_kind_check;
alter table search_entry add constraint search_entry_kind_check
  check (kind in ('article', 'material', 'expert', 'activity', 'page', 'result', 'work'));

-- Lists with a time of announcement are found from that time on, together with their awarded works. Works are listed per version: those of
-- the version in force stay until it is superseded.
create function keep_results_searchable() returns trigger
language plpgsql
as $$
declare
  named text;
begin
  delete from search_entry
  where kind = 'result' and id = old.id::text or kind = 'work' and id like old.id::text || ' %';
  if tg_op = 'DELETE' or new.announced_at is null or new.state not in ('final', 'announced') then
    return null;
  end if;
  select plain_text(activity.name) || ' ' || plain_text(edition.name) into named
  from activity join edition on edition.id = activity.edition_id where activity.id = new.activity_id;
  perform list_for_search('result', new.id::text, new.announced_at, search_lexemes(named), search_lexemes(named));
  insert into search_entry (kind, id, listed_from, title, terms)
  select 'work', new.id::text || ' ' || work_id::text, new.announced_at,
    search_lexemes(case when new.rules -> 'publicColumns' ? 'title' then title else '' end), search
  from result_row where list_id = new.id and award_position is not null;
  return null;
end
$$;
create trigger result_list_searchable after delete or update of announced_at, state on result_list
for each row execute function keep_results_searchable();

create function keep_result_searchable() returns trigger
language plpgsql
as $$
begin
  update search_entry set terms = new.search where kind = 'work' and id = new.list_id::text || ' ' || new.work_id::text;
  return null;
end
$$;
create trigger result_row_searchable after update of people on result_row
for each row execute function keep_result_searchable();
