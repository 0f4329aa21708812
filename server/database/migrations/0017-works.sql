-- What teams hand in. Submissions are immutable: a correction is a new one.

-- Parts, declarations and limits of an activity.
alter table activity add column work_rules jsonb not null
  default '{"parts": [], "declarations": [], "blind": true, "maxTotalMegabytes": 4000, "uploadMinutes": 60}';

alter table file drop constraint file_purpose_check;
alter table file add constraint file_purpose_check
  check (purpose in ('avatar', 'picture', 'attachment', 'video', 'captions', 'answer', 'work', 'bundle'));

-- The size of a copy that names nobody, stored beside the file; null: there is none.
alter table file add column copy_size bigint;

-- What an upload is for, as its purpose defines it; and the state of the hash over the bytes that have arrived.
alter table upload
  add column target jsonb,
  add column hash_state bytea;

-- Background tasks as organisers see them. The queue itself is in a schema of its own.
create table task (
  id uuid primary key,
  kind text not null check (kind in ('inspect', 'recheck', 'bundle')),
  state text not null check (state in ('waiting', 'running', 'done', 'failed', 'cancelled')),
  -- What its kind needs to run.
  input jsonb not null,
  -- What it is about, as people know it.
  subject text not null,
  link text,
  done integer,
  total integer,
  attempts integer not null default 0,
  error text,
  retry_at timestamptz(3),
  started_by uuid references account (id),
  created_at timestamptz(3) not null,
  started_at timestamptz(3),
  finished_at timestamptz(3),
  -- A file that it made.
  file_id uuid references file (id) on delete set null,
  file_until timestamptz(3),
  constraint task_finished check ((state in ('done', 'failed', 'cancelled')) = (finished_at is not null))
);
create index task_newest on task (created_at desc, id desc);
create index task_by_state on task (state, created_at desc, id desc);

create table work (
  id uuid primary key,
  enrolment_id uuid not null unique references enrolment (id),
  team_id uuid not null references team (id),
  activity_id uuid not null references activity (id),
  edition_id uuid not null references edition (id),
  state text not null check (state in ('draft', 'submitted', 'returned', 'accepted', 'disqualified', 'withdrawn')),
  version integer not null default 1,
  -- As it is being prepared.
  title text not null default '',
  summary text not null default '',
  part_values jsonb not null default '{}',
  -- The names for certificates; null: not confirmed.
  names jsonb,
  -- Which declarations were agreed to, with the hash of their text.
  agreed jsonb not null default '{}',
  -- What is prepared differs from the last submission.
  is_changed boolean not null default false,
  -- The number of the last submission.
  submission integer,
  submitted_at timestamptz(3),
  is_late boolean not null default false,
  resubmit_by timestamptz(3),
  decided_by uuid references account (id),
  decided_at timestamptz(3),
  reason text,
  -- For the lists of organisers.
  worst_finding text check (worst_finding in ('blocking', 'warning')),
  open_leaks integer not null default 0,
  missing_parts integer not null default 0,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- Drafts come after everything that was ever submitted.
  listed_at timestamptz(3) not null generated always as (coalesce(submitted_at, '-infinity')) stored,
  search tsvector,
  constraint work_submitted_whole check ((submission is null) = (submitted_at is null)),
  constraint work_submitted_once check (state in ('draft', 'withdrawn') or submission is not null)
);
create index work_of_team on work (team_id);
create index work_listed on work (edition_id, listed_at desc, id desc);
create index work_by_state on work (edition_id, state, listed_at desc, id desc);
create index work_by_activity on work (edition_id, activity_id, listed_at desc, id desc);
create index work_with_leaks on work (edition_id, listed_at desc, id desc) where open_leaks > 0;
create index work_with_findings on work (edition_id, worst_finding, listed_at desc, id desc) where worst_finding is not null;
create index work_search on work using gin (search) with (fastupdate = off);

create function keep_work_found() returns trigger
language plpgsql
as $$
begin
  if tg_op = 'INSERT' then
    select edition_id into new.edition_id from activity where id = new.activity_id;
  end if;
  new.search := search_lexemes(new.title);
  return new;
end
$$;
create trigger work_found before insert or update of title, search on work
for each row execute function keep_work_found();

-- A file that was uploaded for a part. It stays when the team removes it, because submissions may name it.
create table work_file (
  id uuid primary key references file (id) on delete cascade,
  work_id uuid not null references work (id) on delete cascade,
  part text not null,
  -- Within its part; null: taken out of what is being prepared.
  position integer,
  -- When its upload was started: one that was started before the end counts.
  begun_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  -- Null: not checked yet.
  checked_at timestamptz(3),
  -- What was read in the file.
  facts jsonb,
  -- How experts get it: {"kind": "overlay", …}, {"kind": "copy", …}, {"kind": "plain"}, {"kind": "failed"}; null: not made yet.
  blind jsonb,
  -- An organiser's redacted copy, which experts get instead.
  redacted_id uuid references file (id) on delete set null
);
create index work_file_of on work_file (work_id, part, position);

-- Numbered from 1 in each work, chained by hash.
create table submission (
  work_id uuid not null references work (id) on delete cascade,
  number integer not null check (number > 0),
  submitted_at timestamptz(3) not null,
  submitted_by uuid references account (id),
  is_late boolean not null,
  -- Canonical JSON: exactly the bytes that are hashed and signed.
  manifest text not null,
  hash bytea not null check (length(hash) = 32),
  previous_hash bytea check (length(previous_hash) = 32),
  signature bytea not null check (length(signature) = 64),
  key_id text not null,
  -- Labels of what differs from the submission before: parts by id, and title, summary, names.
  changed text[] not null default '{}',
  primary key (work_id, number),
  constraint submission_chained check ((number = 1) = (previous_hash is null))
);

create table submission_file (
  work_id uuid not null,
  number integer not null,
  file_id uuid not null references work_file (id),
  part text not null,
  position integer not null,
  primary key (work_id, number, file_id),
  foreign key (work_id, number) references submission (work_id, number) on delete cascade
);
create index submission_file_of on submission_file (file_id);

-- Submissions never change. Deleting is left to emptying the demo.
create function refuse_submission_change() returns trigger
language plpgsql
as $$
begin
  raise exception 'a submission never changes' using errcode = 'restrict_violation';
end
$$;
create trigger submission_immutable before update of work_id, number, submitted_at, is_late, manifest, hash, previous_hash, signature, key_id
on submission for each row execute function refuse_submission_change();
create trigger submission_file_immutable before update on submission_file
for each row execute function refuse_submission_change();

create table work_event (
  id uuid primary key,
  position bigint generated always as identity,
  work_id uuid not null references work (id) on delete cascade,
  at timestamptz(3) not null,
  kind text not null check (kind in ('submission', 'decision', 'takeBack', 'withdrawal', 'revival')),
  account_id uuid references account (id),
  from_state text not null,
  to_state text not null,
  reason text,
  submission integer,
  -- A decision is notified a little later, and only if it still stands.
  notify_at timestamptz(3),
  notified_at timestamptz(3)
);
create index work_event_of on work_event (work_id, position);
create index work_event_due on work_event (notify_at) where notify_at is not null and notified_at is null;

-- Places where a work may reveal who made it.
create table leak (
  id uuid primary key,
  work_id uuid not null references work (id) on delete cascade,
  -- Null: in the title, summary or a text.
  file_id uuid references work_file (id) on delete cascade,
  kind text not null check (kind in ('name', 'school', 'email', 'phone', 'team')),
  value text not null,
  -- Where in the file or work: {"kind": "page", "page": 3}.
  place jsonb not null,
  context text not null,
  -- Among those that were found together.
  position integer not null,
  judgement text not null default 'open' check (judgement in ('open', 'fine', 'redacted')),
  judged_by uuid references account (id),
  judged_at timestamptz(3),
  found_at timestamptz(3) not null
);
create index leak_of on leak (work_id, file_id);

-- Which teams were reminded of a work.
alter table reminder drop constraint reminder_kind_check;
alter table reminder add constraint reminder_kind_check
  check (kind in ('days', 'hours', 'amendmentDay', 'amendmentHours', 'changesDay', 'changesHours'));

-- Keys that sign receipts. The private half is encrypted with the installation's secret key.
create table signing_key (
  id text primary key,
  public_key bytea not null check (length(public_key) = 32),
  private_key text not null,
  created_at timestamptz(3) not null,
  -- Signs nothing any more; what it signed can still be verified.
  retired_at timestamptz(3)
);
-- One key signs for all processes that share a secret key, whose id is in the ciphertext: of two that make one at once, one wins.
create unique index signing_key_in_use on signing_key (split_part(private_key, '.', 2)) where retired_at is null;
create trigger signing_key_announced after insert or update or delete or truncate on signing_key
for each statement execute function announce_content();
