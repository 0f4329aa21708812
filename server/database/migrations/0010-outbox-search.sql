-- Organisers look for letters by whom they went to and what they were about.
alter table outbox add column search tsvector not null generated always as (
  search_lexemes(
    recipient || ' ' || regexp_replace(recipient, '^\+86', '') || ' ' || coalesce(content ->> 'title', '') || ' '
    || coalesce(content ->> 'subject', '') || ' ' || coalesce(content ->> 'activity', '') || ' '
    || coalesce(content ->> 'username', '')
  )
) stored;
create index outbox_search on outbox using gin (search);
create index outbox_of_letter on outbox (letter, created_at desc);
