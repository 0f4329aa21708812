-- What organisers write to a chosen group of people. The recipients are fixed at the moment of sending; a job then tells each of them once.
create table announcement (
  id uuid primary key,
  state text not null check (state in ('draft', 'sending', 'sent')),
  audience jsonb not null,
  title jsonb not null,
  body jsonb not null,
  -- A path of this site.
  link text,
  version integer not null default 1,
  created_by uuid references account (id),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  sent_by uuid references account (id),
  sent_at timestamptz(3),
  -- How many people it is for, how many of them have been told, and how many get it by mail too.
  people integer,
  told integer not null default 0,
  letters integer not null default 0,
  -- What became of the letters; null as long as the outbox still has them and they are counted there.
  letters_sent integer,
  letters_failed integer,
  constraint announcement_sent check ((state = 'draft') = (sent_at is null) and (state = 'draft') = (people is null))
);
create index announcement_listed on announcement (updated_at desc, id desc);

create table announcement_recipient (
  announcement_id uuid not null references announcement (id) on delete cascade,
  account_id uuid not null references account (id) on delete cascade,
  state text not null default 'waiting' check (state in ('waiting', 'told', 'skipped')),
  -- The teams for which this person was chosen.
  team_ids uuid[] not null default '{}',
  primary key (announcement_id, account_id)
);
create index announcement_recipient_waiting on announcement_recipient (announcement_id, account_id) where state = 'waiting';
create index announcement_recipient_of on announcement_recipient (account_id);

-- Wakes whoever tells the recipients.
create function announce_announcement() returns trigger
language plpgsql
as $$
begin
  perform pg_notify('announcement', '');
  return null;
end
$$;
create trigger announcement_announced after update of state on announcement
for each row when (new.state = 'sending') execute function announce_announcement();

alter table notice
  add column announcement_id uuid references announcement (id) on delete cascade,
  add column markdown boolean not null default false;
alter table outbox add column announcement_id uuid references announcement (id) on delete set null;

-- What was announced to everyone, or to all of one access, until now.
insert into announcement
  (id, state, audience, title, body, link, created_by, created_at, updated_at, sent_by, sent_at, people, told, letters)
select id, 'sent',
  jsonb_build_object(
    'to', coalesce(audience_access, 'everyone'), 'edition', null, 'activities', '[]'::jsonb, 'states', '[]'::jsonb,
    'captainsOnly', false, 'teams', '[]'::jsonb, 'provinces', '[]'::jsonb, 'people', '[]'::jsonb
  ),
  title, body, link, sent_by, created_at, created_at, sent_by, created_at,
  coalesce(people, 0), coalesce(people, 0), coalesce(letters, 0)
from notice where sent_by is not null;
update notice set announcement_id = id where sent_by is not null;
update outbox set announcement_id = notice.id
from notice where notice.sent_by is not null and outbox.to_many and outbox.content ->> 'notice' = notice.id::text;

drop index notice_announced;
alter table notice drop column sent_by, drop column people, drop column letters;
create index notice_of_announcement on notice (announcement_id) where announcement_id is not null;
create index outbox_of_announcement on outbox (announcement_id, state) where announcement_id is not null;
