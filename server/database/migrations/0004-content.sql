-- What the public site shows: files, articles of every kind, materials, banners, experts, partners, pages made of sections; the frame of
-- the contest (edition, activity, phase); what visitors write to the office.

-- Files of content, beside the pictures of people. Each waits until a job has looked into it; a picture is made new and has a size then.
alter table file drop constraint file_purpose_check;
alter table file drop constraint file_state_check;
alter table file
  add constraint file_purpose_check check (purpose in ('avatar', 'picture', 'attachment', 'video', 'captions', 'answer')),
  add constraint file_state_check check (state in ('waiting', 'stored', 'refused', 'removed')),
  alter column sha256 drop not null,
  add constraint file_stored_with_digest check (state <> 'stored' or sha256 is not null),
  add constraint file_picture_sized check (purpose <> 'picture' or state <> 'stored' or (width > 0 and height > 0)),
  add column width integer,
  add column height integer,
  -- The error of the catalogue that tells why a file was refused.
  add column refusal text,
  -- How often the job has begun, and when it may (again): a file that ends the program is not tried for ever.
  add column attempts integer not null default 0,
  add column due_at timestamptz(3);
create index file_waiting on file (due_at) where state = 'waiting';
create index file_refused on file (created_at) where state = 'refused';

-- What has arrived of a file that is being uploaded. The file will have the same id.
create table upload (
  id uuid primary key,
  owner_id uuid not null,
  purpose text not null,
  name text not null,
  size bigint not null,
  received bigint not null default 0,
  -- Where the storage keeps what has arrived.
  growth jsonb not null,
  is_finished boolean not null default false,
  -- The request that receives bytes just now, and how long it has the right to if it says no more.
  holder uuid,
  held_until timestamptz(3),
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  constraint upload_within_size check (0 <= received and received <= size)
);
create index upload_unfinished on upload (owner_id) where not is_finished;
create index upload_expiring on upload (expires_at);

-- Pages show a picture from the moment it is made; and nothing that has been taken away.
create function announce_file() returns trigger
language plpgsql
as $$
begin
  if new.purpose in ('picture', 'attachment', 'video', 'captions') and new.state in ('stored', 'removed') then
    perform pg_notify('content', '');
  end if;
  if new.state = 'waiting' then
    perform pg_notify('file', '');
  end if;
  return null;
end
$$;
create trigger file_announced after insert or update of state on file
for each row execute function announce_file();

-- Every version of something that organisers write, with who wrote it and when.
create table revision (
  id uuid primary key,
  subject_kind text not null,
  subject_id text not null,
  number integer not null,
  content jsonb not null,
  account_id uuid,
  at timestamptz(3) not null,
  unique (subject_kind, subject_id, number)
);

-- Dated texts of every kind. `written` says when each language was last written.
alter table article drop constraint article_kind_check;
alter table article
  alter column category drop not null,
  add constraint article_kind_check check (kind in ('news', 'journal', 'science', 'training', 'periodical', 'other')),
  add constraint article_category_of_news check ((kind = 'news') = (category is not null)),
  add column cover uuid references file (id),
  add column attachments jsonb not null default '[]',
  add column author text,
  add column written jsonb not null default '{}',
  add column version integer not null default 1;
-- The organisers' list: its two orders, and what few articles are picked by.
create index article_changed on article (updated_at desc, id desc);
create index article_by_date on article (published_at desc nulls last, id desc);
create index article_filed on article (kind, state, category);

-- All languages of a text without markup, Chinese first; of each as much as leaves room for the others in the index.
create function spoken_text(localised jsonb) returns text
language sql immutable strict parallel safe
as $$
  select coalesce(string_agg(left(value, 11000), ' ' order by key desc), '') from jsonb_each_text(localised)
$$;

create table material (
  id uuid primary key,
  kind text not null check (kind in ('file', 'video', 'markdown', 'photo')),
  category text not null check (category in ('training', 'template', 'case', 'report', 'highlight')),
  title jsonb not null,
  summary jsonb not null,
  -- Markdown, of documents that are read in place.
  body jsonb not null default '{}',
  cover uuid references file (id),
  file_id uuid references file (id),
  captions uuid references file (id),
  state text not null check (state in ('draft', 'scheduled', 'published', 'archived')),
  published_at timestamptz(3),
  written jsonb not null default '{}',
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  search tsvector not null generated always as (
    search_lexemes(spoken_text(title) || ' ' || spoken_text(summary) || ' ' || spoken_text(body))
  ) stored,
  -- A file may still be on its way while somebody writes about it.
  constraint material_has_its_content check (
    case when kind = 'markdown' then file_id is null else file_id is not null or state in ('draft', 'archived') end
  ),
  constraint material_dated check (state in ('draft', 'archived') or published_at is not null)
);
create index material_newest on material (published_at desc, id desc) where state in ('scheduled', 'published');
create index material_search on material using gin (search);
-- What organisers changed last.
create index material_updated on material (updated_at desc, id desc);

create table material_download (
  material_id uuid primary key references material (id) on delete cascade,
  downloads bigint not null
);

create table banner (
  id uuid primary key,
  title jsonb not null,
  alt jsonb not null,
  wide uuid not null references file (id),
  narrow uuid not null references file (id),
  link text,
  opens_at timestamptz(3),
  closes_at timestamptz(3),
  visible boolean not null,
  position integer not null,
  written jsonb not null default '{}',
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  constraint banner_window check (opens_at < closes_at)
);

create table expert (
  id uuid primary key,
  account_id uuid references account (id),
  name jsonb not null,
  title jsonb not null,
  school jsonb not null,
  bio jsonb not null,
  fields text[] not null,
  photo uuid references file (id),
  state text not null check (state in ('draft', 'published', 'archived')),
  position integer not null,
  written jsonb not null default '{}',
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  search tsvector not null generated always as (
    search_lexemes(plain_text(name) || ' ' || plain_text(title) || ' ' || plain_text(school) || ' ' || plain_text(bio))
  ) stored
);
create unique index expert_account on expert (account_id);
create index expert_in_order on expert (position, id);
create index expert_search on expert using gin (search);

create table partner (
  id uuid primary key,
  role text not null check (role in ('host', 'organiser', 'partner', 'media')),
  name jsonb not null,
  logo uuid references file (id),
  link text,
  visible boolean not null,
  position integer not null,
  written jsonb not null default '{}',
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);

-- A page is an ordered list of sections: one list that organisers work on, one that visitors see.
create table page (
  name text primary key,
  draft jsonb not null,
  published jsonb not null,
  -- When each language of each section of the draft was last written, by the section's id.
  written jsonb not null default '{}',
  version integer not null default 1,
  published_version integer not null default 1,
  updated_at timestamptz(3) not null,
  published_at timestamptz(3) not null
);

create table edition (
  id uuid primary key,
  -- Part of the number of every enrolment.
  year integer not null unique,
  name jsonb not null,
  time_zone text not null,
  current boolean not null,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create unique index edition_current on edition (current) where current;

create table activity (
  id uuid primary key,
  edition_id uuid not null references edition (id),
  -- Part of the number of every enrolment.
  code text not null check (code ~ '^[A-Z0-9]{2,6}$'),
  name jsonb not null,
  group_name jsonb not null,
  summary jsonb not null,
  body jsonb not null,
  requirements jsonb not null,
  rules jsonb not null,
  cover uuid references file (id),
  team_min integer not null,
  team_max integer not null,
  advisors_max integer not null,
  capacity integer,
  fields jsonb not null default '[]',
  position integer not null,
  state text not null check (state in ('draft', 'published', 'archived')),
  written jsonb not null default '{}',
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  unique (edition_id, code),
  constraint activity_team_size check (1 <= team_min and team_min <= team_max and team_max <= 50),
  constraint activity_advisors check (0 <= advisors_max and advisors_max <= 10),
  constraint activity_capacity check (capacity > 0)
);

-- A window that permits something; one of an activity takes the place of the edition's of the same kind.
create table phase (
  id uuid primary key,
  edition_id uuid not null references edition (id),
  activity_id uuid references activity (id),
  kind text not null check (kind in ('enrolment', 'submission', 'review', 'publicity', 'results')),
  opens_at timestamptz(3) not null,
  closes_at timestamptz(3) not null,
  grace_minutes integer not null default 0 check (grace_minutes between 0 and 1440),
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  constraint phase_window check (opens_at < closes_at)
);
create unique index phase_of_edition on phase (edition_id, kind) where activity_id is null;
create unique index phase_of_activity on phase (activity_id, kind) where activity_id is not null;

-- Ids as the program makes them (UUID version 7), for rows that the database makes out of others.
create function new_id(moment timestamptz) returns uuid
language sql volatile
as $$
  select encode(
    set_bit(
      set_bit(
        overlay(
          uuid_send(gen_random_uuid())
          placing substring(int8send((extract(epoch from moment) * 1000)::bigint) from 3) from 1 for 6
        ), 52, 1
      ), 53, 1
    ), 'hex'
  )::uuid
$$;

-- What organisers announce: who did, to how many people, and how many letters went with it.
alter table notice
  add column sent_by uuid references account (id),
  add column people integer,
  add column letters integer;
create index notice_announced on notice (created_at desc, id desc) where sent_by is not null;

-- What goes to many waits until everything else has left: somebody may be waiting for a code.
alter table outbox add column to_many boolean not null default false;
drop index outbox_due;
create index outbox_due on outbox (to_many, due_at) where state = 'waiting';
create index outbox_expiring on outbox (expires_at) where state = 'waiting';
create index outbox_of_notice on outbox ((content ->> 'notice')) where state = 'waiting' and to_many;

-- Two organisers who change how the site presents itself are told.
alter table setting add column version integer not null default 0;

-- What people write to the office. Who was signed in is known as long as the account is there.
create table message (
  id uuid primary key,
  -- What the sender quotes.
  reference text not null unique,
  account_id uuid references account (id) on delete set null,
  name text not null,
  contact text not null,
  subject text not null,
  body text not null,
  locale text not null,
  state text not null check (state in ('new', 'answered', 'closed')),
  version integer not null default 1,
  created_at timestamptz(3) not null,
  search tsvector not null generated always as (
    search_lexemes(
      reference || ' ' || name || ' ' || contact || ' ' || regexp_replace(contact, '^\+86', '') || ' ' || subject || ' ' || body
    )
  ) stored
);
create index message_newest on message (created_at desc, id desc);
create index message_by_state on message (state, created_at desc, id desc);
create index message_search on message using gin (search);
create index message_of_account on message (account_id) where account_id is not null;

create table message_answer (
  message_id uuid not null references message (id) on delete cascade,
  number integer not null,
  text text not null,
  answered_by uuid not null references account (id),
  created_at timestamptz(3) not null,
  primary key (message_id, number)
);

create trigger material_announced after insert or update or delete or truncate on material
for each statement execute function announce_content();
create trigger banner_announced after insert or update or delete or truncate on banner
for each statement execute function announce_content();
create trigger expert_announced after insert or update or delete or truncate on expert
for each statement execute function announce_content();
create trigger partner_announced after insert or update or delete or truncate on partner
for each statement execute function announce_content();
-- Drafts are nobody's business.
create trigger page_announced after insert or update of published on page
for each statement execute function announce_content();
create trigger edition_announced after insert or update or delete or truncate on edition
for each statement execute function announce_content();
create trigger activity_announced after insert or update or delete or truncate on activity
for each statement execute function announce_content();
create trigger phase_announced after insert or update or delete or truncate on phase
for each statement execute function announce_content();
