-- The list of works begins with those that wait for the formal check.
create index work_waiting_first on work (edition_id, (state = 'submitted') desc, listed_at desc, id desc);

-- Words that experts do not read in the texts of a work, as they stand there.
create table blanked_word (
  work_id uuid not null references work (id) on delete cascade,
  word text not null check (word <> ''),
  -- What the word reveals, as the team or its people are known.
  value text not null,
  blanked_by uuid not null references account (id),
  blanked_at timestamptz(3) not null,
  primary key (work_id, word)
);

-- A word in letters is blanked only where it is no part of a longer one; the bar is as long as the word.
create function blank_words(given text, words text[]) returns text
language plpgsql immutable as $$
declare
  word text;
  pattern text;
begin
  foreach word in array words loop
    pattern := regexp_replace(word, '([^[:alnum:][:space:]])', '\\\1', 'g');
    if word ~ '[[:alpha:]]' and not word ~ '[\u2E80-\uFAFF\U00020000-\U0003FFFF]' then
      pattern := '(?<![[:alnum:]])' || pattern || '(?![[:alnum:]])';
    end if;
    given := regexp_replace(given, pattern, repeat('█', char_length(word)), 'g');
  end loop;
  return given;
end
$$;

-- What experts may know of a work. No column names anybody, and none tells when something was handed in.
create or replace view review_work as
select
  entry.id as entry_id,
  entry.round_id,
  entry.panel_id,
  entry.code,
  entry.removed_at is not null as is_removed,
  activity.name as activity,
  blank_words(signed.manifest ->> 'title', blanked.words) as title,
  blank_words(signed.manifest ->> 'summary', blanked.words) as summary,
  (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', part ->> 'id', 'kind', part ->> 'kind', 'label', part -> 'label',
      'text', blank_words(part ->> 'text', blanked.words)
    ) order by position), '[]')
    from jsonb_array_elements(signed.manifest -> 'parts') with ordinality as given (part, position)
    where exists (
      select from jsonb_array_elements(activity.work_rules -> 'parts') as rule
      where rule ->> 'id' = part ->> 'id' and (rule ->> 'forExperts')::boolean
    )
  ) as parts
from entry
join work on work.id = entry.work_id
join activity on activity.id = work.activity_id
join submission on submission.work_id = entry.work_id and submission.number = entry.submission
cross join lateral (select submission.manifest::jsonb as manifest) as signed
cross join lateral (
  -- The longest first: a name may be part of another one.
  select coalesce(array_agg(word order by char_length(word) desc, word), '{}') as words
  from blanked_word where blanked_word.work_id = entry.work_id
) as blanked;

-- Experts never learn what a file is called: hints at names of files go with the next search.
insert into work_rescan (work_id)
select distinct work_id from leak where place ->> 'kind' = 'fileName'
on conflict (work_id) do nothing;
