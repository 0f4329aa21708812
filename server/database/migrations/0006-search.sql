-- Everything that visitors can find, in one place: what it is, from when on it may be seen, and the terms it is found by. Kept by the
-- tables it comes from; the texts themselves stay there.

-- Terms as they are, as everywhere else.
alter table article drop column search;
alter table article add column search tsvector not null generated always as (
  search_lexemes(plain_text(title) || ' ' || plain_text(summary) || ' ' || plain_text(body))
) stored;
create index article_search on article using gin (search);

create table search_entry (
  kind text not null check (kind in ('article', 'material', 'expert', 'activity', 'page')),
  id text not null,
  listed_from timestamptz(3) not null,
  title tsvector not null,
  terms tsvector not null,
  primary key (kind, id)
);
create index search_entry_terms on search_entry using gin (terms);
create index search_entry_newest on search_entry (listed_from desc, kind, id);

create function list_for_search(kind text, id text, listed_from timestamptz, title tsvector, terms tsvector) returns void
language sql
as $$
  insert into search_entry (kind, id, listed_from, title, terms) values ($1, $2, $3, $4, $5)
  on conflict (kind, id) do update set listed_from = $3, title = $4, terms = $5
$$;

create function unlist_from_search(kind text, id text) returns void
language sql
as $$ delete from search_entry where search_entry.kind = $1 and search_entry.id = $2 $$;

create function keep_dated_searchable() returns trigger
language plpgsql
as $$
begin
  if tg_op = 'DELETE' or new.state not in ('published', 'scheduled') then
    perform unlist_from_search(tg_argv[0], coalesce(new.id, old.id)::text);
  else
    perform list_for_search(tg_argv[0], new.id::text, new.published_at, search_lexemes(plain_text(new.title)), new.search);
  end if;
  return null;
end
$$;
create trigger article_searchable
after insert or delete or update of title, summary, body, state, published_at on article
for each row execute function keep_dated_searchable('article');
create trigger material_searchable
after insert or delete or update of title, summary, body, state, published_at on material
for each row execute function keep_dated_searchable('material');

create function keep_expert_searchable() returns trigger
language plpgsql
as $$
begin
  if tg_op = 'DELETE' or new.state <> 'published' then
    perform unlist_from_search('expert', coalesce(new.id, old.id)::text);
  else
    perform list_for_search('expert', new.id::text, new.created_at, search_lexemes(plain_text(new.name)), new.search);
  end if;
  return null;
end
$$;
create trigger expert_searchable after insert or delete or update of name, title, school, bio, state on expert
for each row execute function keep_expert_searchable();

create function keep_activity_searchable() returns trigger
language plpgsql
as $$
begin
  if tg_op = 'DELETE' or new.state <> 'published' then
    perform unlist_from_search('activity', coalesce(new.id, old.id)::text);
  else
    perform list_for_search(
      'activity', new.id::text, new.created_at, search_lexemes(plain_text(new.name)),
      search_lexemes(
        plain_text(new.name) || ' ' || plain_text(new.group_name) || ' ' || plain_text(new.summary) || ' '
        || plain_text(new.body) || ' ' || plain_text(new.requirements) || ' ' || plain_text(new.rules)
      )
    );
  end if;
  return null;
end
$$;
create trigger activity_searchable
after insert or delete or update of name, group_name, summary, body, requirements, rules, state on activity
for each row execute function keep_activity_searchable();

-- The visible sections of a page, in all languages, without markup.
create function page_text(sections jsonb) returns text
language sql immutable strict parallel safe
as $$
  select regexp_replace(coalesce(string_agg(value #>> '{}', ' '), ''), '<[^>]*>', ' ', 'g')
  from jsonb_path_query(
    sections,
    'lax $[*] ? (@.visible == true).content.** ? (@.type() == "object").keyvalue() ? (@.key like_regex "^[a-z]{2}-[A-Z]{2}$").value'
  ) as value
$$;

create function keep_page_searchable() returns trigger
language plpgsql
as $$
begin
  -- What somebody sees after signing in is nobody else's to find.
  if new.name <> 'Welcome' then
    perform list_for_search('page', new.name, new.published_at, '', search_lexemes(page_text(new.published)));
  end if;
  return null;
end
$$;
create trigger page_searchable after insert or update of published on page
for each row execute function keep_page_searchable();

insert into search_entry (kind, id, listed_from, title, terms)
select 'article', id::text, published_at, search_lexemes(plain_text(title)), search
from article where state in ('published', 'scheduled');
