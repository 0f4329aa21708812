-- Schools and provinces, other names of them, and the people who act for them.
create table institution (
  id uuid primary key,
  kind text not null check (kind in ('school', 'province')),
  code text unique,
  name jsonb not null,
  -- The province of a school; a province has none.
  parent_id uuid references institution (id),
  state text not null check (state in ('unverified', 'verified', 'closed')),
  -- It was entered twice: everything that belonged to it belongs to that one.
  merged_into uuid references institution (id),
  -- The beginnings under which it is found, apart from each other by one space.
  search text not null default '',
  is_demo boolean not null default false,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  constraint institution_code_formed check (code ~ '^[0-9A-Z-]{2,20}$'),
  constraint institution_province_on_top check (kind = 'school' or parent_id is null),
  constraint institution_not_in_itself check (parent_id <> id and merged_into <> id),
  constraint institution_merged_closed check (merged_into is null or state = 'closed')
);
create index institution_search on institution using gin (array_to_tsvector(string_to_array(search, ' ')))
with (fastupdate = off);
create index institution_below on institution (parent_id, id) where parent_id is not null;
create index institution_merged on institution (merged_into) where merged_into is not null;

-- A school belongs to a province.
create function check_institution_parent() returns trigger language plpgsql as $$
begin
  if new.parent_id is not null
    and not exists (select from institution where id = new.parent_id and kind = 'province' for key share)
  then
    raise exception 'not a province' using errcode = 'check_violation', constraint = 'institution_parent_province';
  end if;
  return null;
end $$;
create trigger institution_parent after insert or update of parent_id on institution
for each row when (new.parent_id is not null) execute function check_institution_parent();

create table institution_alias (
  id uuid primary key,
  institution_id uuid not null references institution (id) on delete cascade,
  text text not null check (text <> ''),
  -- As spellings are compared; a spelling stands for one institution.
  normal text not null unique check (normal <> ''),
  created_at timestamptz(3) not null
);
create index institution_alias_of on institution_alias (institution_id);

-- A membership of an account in an institution: invited by the level above, or requested with a stamped letter.
create table institution_officer (
  id uuid primary key,
  institution_id uuid not null references institution (id) on delete cascade,
  -- Of an invitation: whoever has used its link.
  account_id uuid references account (id) on delete cascade,
  state text not null check (state in ('invited', 'requested', 'active', 'ended', 'refused')),
  -- Of an invitation, as they were given; forgotten some time after it is over.
  name text,
  contact text,
  token_hash bytea unique,
  invited_by uuid references account (id) on delete set null,
  letter_id uuid references file (id) on delete set null,
  -- Why it was refused or ended.
  reason text,
  decided_by uuid references account (id) on delete set null,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3),
  started_at timestamptz(3),
  ended_at timestamptz(3),
  constraint institution_officer_account check (account_id is not null or state in ('invited', 'ended', 'refused')),
  constraint institution_officer_invited check (
    state <> 'invited' or (account_id is null and contact is not null and token_hash is not null and expires_at is not null)
  ),
  constraint institution_officer_started check (state <> 'active' or started_at is not null),
  constraint institution_officer_ended check ((state in ('ended', 'refused')) = (ended_at is not null)),
  constraint institution_officer_token check (token_hash is null or state = 'invited')
);
create unique index institution_officer_once on institution_officer (institution_id, account_id)
where state in ('requested', 'active');
create unique index institution_officer_invited_once on institution_officer (institution_id, contact)
where state = 'invited';
create index institution_officer_of on institution_officer (account_id, state) where account_id is not null;
create index institution_officer_newest on institution_officer (institution_id, id);
create index institution_officer_requested on institution_officer (id) where state = 'requested';
create index institution_officer_expiring on institution_officer (expires_at) where state = 'invited';
create index institution_officer_to_forget on institution_officer (ended_at)
where contact is not null and state in ('ended', 'refused');
create index institution_officer_letter on institution_officer (letter_id) where letter_id is not null;

-- What a merge moved, so that it can be undone within the day.
create table institution_merge (
  id uuid primary key,
  from_id uuid not null references institution (id) on delete cascade,
  into_id uuid not null references institution (id) on delete cascade,
  -- The state before; the ids of what was moved, by table.
  state text not null,
  moved jsonb not null,
  merged_by uuid references account (id) on delete set null,
  merged_at timestamptz(3) not null,
  undone_at timestamptz(3),
  check (from_id <> into_id)
);
create unique index institution_merge_standing on institution_merge (from_id) where undone_at is null;
create index institution_merge_into on institution_merge (into_id);

-- The institution of a person, and of what a team hands in. The spelling that somebody typed stays beside it.
alter table account add column institution_id uuid references institution (id) on delete set null;
create index account_of_institution on account (institution_id, id) where institution_id is not null;
alter table team add column institution_id uuid references institution (id) on delete set null;
create index team_of_institution on team (institution_id, id) where institution_id is not null;

alter table file drop constraint file_purpose_check;
alter table file add constraint file_purpose_check check (
  purpose in (
    'avatar', 'picture', 'attachment', 'video', 'captions', 'answer', 'work', 'bundle', 'certificate', 'artwork', 'evidence',
    'officerLetter'
  )
);
