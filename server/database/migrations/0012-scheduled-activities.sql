-- An activity may be published by time alone, as articles are: it is scheduled, and visitors see it from then on.
alter table activity drop constraint activity_state_check;
alter table activity
  add column publish_at timestamptz(3),
  add constraint activity_state_check check (state in ('draft', 'scheduled', 'published', 'archived')),
  add constraint activity_scheduled check ((state = 'scheduled') = (publish_at is not null));
create index activity_due on activity (publish_at) where state = 'scheduled';

create or replace function keep_activity_searchable() returns trigger
language plpgsql
as $$
begin
  if tg_op = 'DELETE' or new.state not in ('published', 'scheduled') then
    perform unlist_from_search('activity', coalesce(new.id, old.id)::text);
  else
    perform list_for_search(
      'activity', new.id::text, coalesce(new.publish_at, new.created_at), search_lexemes(plain_text(new.name)),
      search_lexemes(
        plain_text(new.name) || ' ' || plain_text(new.group_name) || ' ' || plain_text(new.summary) || ' '
        || plain_text(new.body) || ' ' || plain_text(new.requirements) || ' ' || plain_text(new.rules)
      )
    );
  end if;
  return null;
end
$$;
drop trigger activity_searchable on activity;
create trigger activity_searchable
after insert or delete or update of name, group_name, summary, body, requirements, rules, state, publish_at on activity
for each row execute function keep_activity_searchable();
