-- Articles, their search index and their view counts; the notification that drops cached pages.

-- Whether a run of characters is Chinese.
create function is_han(run text) returns boolean
language sql immutable strict parallel safe
as $$ select run ~ '[\u3400-\u9fff\uf900-\ufaff]' $$;

-- A text in runs: words of other scripts and numbers, and stretches of Han characters apart from them.
create function search_runs(input text) returns setof text
language sql immutable strict parallel safe
as $$
  select run
  from regexp_split_to_table(
    regexp_replace(lower(normalize(input, nfkc)), '([\u3400-\u9fff\uf900-\ufaff]+)', ' \1 ', 'g'),
    '[\s\u0021-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u303f]+'
  ) as run
  where run <> ''
$$;

-- A run of Han characters as overlapping pairs.
create function han_pairs(run text) returns setof text
language sql immutable strict parallel safe
as $$
  select pair
  from (
    select letter || lead(letter) over (order by position) as pair
    from string_to_table(run, null) with ordinality as letters (letter, position)
  ) as pairs
  where pair is not null
$$;

-- The terms under which a text is found: words whole, Han characters in pairs and alone (so that one character finds
-- something). What lies beyond the length of a very long article is not indexed: a vector has a limit of its own.
create function search_terms(input text) returns text
language sql immutable strict parallel safe
as $$
  select coalesce(string_agg(term, ' '), '')
  from search_runs(left(input, 60000)) as run,
  lateral (
    select run as term where not is_han(run)
    union all
    select han_pairs(run) where is_han(run)
    union all
    select string_to_table(run, null) where is_han(run)
  ) as terms
$$;

-- A visitor's search as a query over those terms: every word must occur, Latin ones also as the beginning of a longer word.
create function search_query(input text) returns tsquery
language sql immutable strict parallel safe
as $$
  select coalesce(string_agg(
    case
      when not is_han(run) then quote_literal(run) || ':*'
      when length(run) = 1 then quote_literal(run)
      else (select string_agg(quote_literal(pair), ' & ') from han_pairs(run) as pair)
    end, ' & '), '')::tsquery
  from search_runs(left(input, 200)) as run
$$;

-- All languages of a localised text, without markup.
create function plain_text(localised jsonb) returns text
language sql immutable strict parallel safe
as $$
  select regexp_replace(coalesce(string_agg(value, ' '), ''), '<[^>]*>', ' ', 'g') from jsonb_each_text(localised)
$$;

create table article (
  id uuid primary key,
  kind text not null check (kind in ('news')),
  title jsonb not null,
  summary jsonb not null,
  body jsonb not null,
  category text not null check (category in ('announcement', 'update', 'guide', 'story')),
  pinned boolean not null default false,
  state text not null check (state in ('draft', 'scheduled', 'published', 'archived')),
  -- To the millisecond, as the program counts: finer moments would be neither equal to nor after themselves.
  published_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  search tsvector not null generated always as (
    to_tsvector('simple', search_terms(plain_text(title) || ' ' || plain_text(summary) || ' ' || plain_text(body)))
  ) stored,
  constraint article_dated check (state in ('draft', 'archived') or published_at is not null)
);

-- The list (pinned first) and the neighbours of an article, over what a visitor may ever see.
create index article_listed on article (kind, pinned desc, published_at desc, id desc) where state in ('published', 'scheduled');
create index article_listed_by_category on article (kind, category, pinned desc, published_at desc, id desc) where state in ('published', 'scheduled');
create index article_dated on article (kind, published_at, id) where state in ('published', 'scheduled');
-- What becomes visible next.
create index article_due on article (published_at) where state in ('published', 'scheduled');
create index article_search on article using gin (search);

-- Views are counted apart, so that counting neither rewrites articles nor drops cached pages.
create table article_view (
  article_id uuid primary key references article (id) on delete cascade,
  views bigint not null
);

-- Whatever changes what visitors read says so, to every process, when it is committed.
create function announce_content() returns trigger
language plpgsql
as $$
begin
  perform pg_notify('content', '');
  return null;
end
$$;

create trigger article_announced after insert or update or delete or truncate on article
for each statement execute function announce_content();
