-- Accounts and everything around them: credentials, sessions, codes, limits, consents, notices, the outbox, files, settings and
-- the audit log.

-- A name as it is compared: full width, letter case, invisible characters and outer blanks make no difference.
create function fold_name(name text) returns text
language sql immutable strict parallel safe
as $$
  select lower(btrim(regexp_replace(normalize(name, nfkc), '[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]', '', 'g')))
$$;

-- The terms of a text as they are: the database's own parser would take `3e6d45` for a number and a word.
create function search_lexemes(input text) returns tsvector
language sql immutable strict parallel safe
as $$
  select array_to_tsvector(coalesce(array_agg(distinct left(term, 200)), '{}'))
  from string_to_table(search_terms(input), ' ') as term
  where term <> ''
$$;

create table file (
  id uuid primary key,
  owner_id uuid not null,
  purpose text not null check (purpose in ('avatar')),
  name text not null,
  type text not null,
  size bigint not null,
  sha256 bytea not null,
  -- Removed files are forgotten by a job, after the transaction that let go of them.
  state text not null check (state in ('stored', 'removed')),
  created_at timestamptz(3) not null
);
create index file_removed on file (created_at) where state = 'removed';
create index file_of_owner on file (owner_id);

create table account (
  id uuid primary key,
  username text not null,
  nickname text,
  real_name text,
  email text,
  phone text,
  avatar_id uuid references file (id),
  profile text,
  country text,
  province text,
  city text,
  address text,
  school text,
  department text,
  title text,
  locale text not null,
  access text not null check (access in ('user', 'expert', 'admin')),
  status text not null check (status in ('active', 'disabled', 'deleted')),
  -- Which kinds of notices also come by mail.
  mail_choices jsonb not null default '{}',
  -- Counts changes: two people who edit the same account are told.
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  search tsvector not null generated always as (
    search_lexemes(
      username || ' ' || coalesce(nickname, '') || ' ' || coalesce(real_name, '') || ' ' || coalesce(email, '') || ' '
      || coalesce(phone, '') || ' ' || coalesce(regexp_replace(phone, '^\+86', ''), '') || ' ' || coalesce(school, '')
    )
  ) stored,
  -- Contacts are stored as they are compared.
  constraint account_email_folded check (email = fold_name(email)),
  constraint account_phone_written check (phone ~ '^\+[1-9][0-9]{6,14}$'),
  -- A change that was under way while the account was deleted brings nothing back.
  constraint account_deleted_without_person check (
    status <> 'deleted' or num_nonnulls(
      nickname, real_name, email, phone, avatar_id, profile, country, province, city, address, school, department, title
    ) = 0
  )
);
create unique index account_username on account (fold_name(username));
create unique index account_email on account (email);
create unique index account_phone on account (phone);
create index account_search on account using gin (search);
-- Files that go are looked for here.
create index account_avatar on account (avatar_id) where avatar_id is not null;
create index account_listed on account (created_at desc, id desc) where status <> 'deleted';
create index account_listed_by_name on account (fold_name(username), id) where status <> 'deleted';
create index account_listed_by_access on account (access, created_at desc, id desc) where status <> 'deleted';
create index account_listed_by_status on account (status, created_at desc, id desc) where status <> 'deleted';
create index account_listed_by_province on account (province, created_at desc, id desc) where status <> 'deleted';

create table credential (
  account_id uuid primary key references account (id) on delete cascade,
  -- Absent for accounts that an organiser made: their owners set one by a code.
  password text,
  password_changed_at timestamptz(3),
  -- Absent: no second factor. Not confirmed: being set up.
  totp_secret text,
  totp_confirmed_at timestamptz(3),
  -- The last time step that was used: a code is good once.
  totp_last_step bigint,
  -- Hashes of the recovery codes that are left.
  recovery_codes text[] not null default '{}'
);

create table session (
  id uuid primary key,
  token_hash bytea not null,
  account_id uuid not null references account (id) on delete cascade,
  remembered boolean not null,
  created_at timestamptz(3) not null,
  seen_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  address text not null,
  user_agent text not null
);
create unique index session_token on session (token_hash);
create index session_of_account on session (account_id, seen_at desc);
create index session_expired on session (expires_at);

create table code (
  id uuid primary key,
  purpose text not null check (purpose in ('signUp', 'signIn', 'resetPassword', 'changeContact')),
  target text not null,
  hash bytea not null,
  tries integer not null default 0,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  -- Used, or replaced by a newer one.
  ended_at timestamptz(3)
);
create index code_of_target on code (target, purpose, created_at desc);
create index code_expired on code (expires_at);

-- How much of an allowance is used up; it refills with time. Keys are digests: they tell nobody's address or name.
create table throttle (
  key text primary key,
  level double precision not null,
  updated_at timestamptz(3) not null
);
create index throttle_updated on throttle (updated_at);

-- Proofs of work that have been handed in: each is good once.
create table spent_proof (
  signature text primary key,
  expires_at timestamptz(3) not null
);
create index spent_proof_expired on spent_proof (expires_at);

-- What a call with this key did, so that the same call does it once.
create table idempotency (
  scope text not null,
  key text not null,
  -- Of what was sent: the same key with other content is another call.
  fingerprint bytea not null,
  outcome jsonb,
  created_at timestamptz(3) not null,
  primary key (scope, key)
);
create index idempotency_created on idempotency (created_at);

-- Keys that this installation made for itself.
create table secret (
  name text primary key,
  value bytea not null
);

create table document (
  id uuid primary key,
  name text not null check (name in ('privacy', 'terms')),
  version integer not null,
  title jsonb not null,
  body jsonb not null,
  published_at timestamptz(3) not null
);
create unique index document_version on document (name, version);

create table consent (
  account_id uuid not null references account (id) on delete cascade,
  document_id uuid not null references document (id),
  locale text not null,
  given_at timestamptz(3) not null,
  primary key (account_id, document_id)
);

create table setting (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz(3) not null
);

create table notice (
  id uuid primary key,
  audience text not null check (audience in ('everyone', 'access', 'account')),
  audience_access text check (audience_access in ('user', 'expert', 'admin')),
  account_id uuid references account (id) on delete cascade,
  kind text not null check (kind in ('security', 'account', 'contest', 'announcement')),
  title jsonb not null,
  body jsonb not null,
  -- A path of this site.
  link text,
  created_at timestamptz(3) not null,
  constraint notice_addressed check (
    (audience = 'account') = (account_id is not null) and (audience = 'access') = (audience_access is not null)
  )
);
create index notice_of_account on notice (account_id, created_at desc, id desc) where audience = 'account';
create index notice_of_many on notice (audience_access, created_at desc, id desc) where audience <> 'account';

create table notice_read (
  account_id uuid not null references account (id) on delete cascade,
  notice_id uuid not null references notice (id) on delete cascade,
  read_at timestamptz(3) not null,
  primary key (account_id, notice_id)
);
-- A notice that goes takes its readings along.
create index notice_read_of_notice on notice_read (notice_id);

create table outbox (
  id uuid primary key,
  channel text not null check (channel in ('mail', 'sms')),
  recipient text not null,
  account_id uuid references account (id) on delete set null,
  locale text not null,
  -- Which letter, and what it names; secrets (codes) apart, so that they can be blotted out once they are sent.
  letter text not null,
  content jsonb not null,
  secret jsonb,
  state text not null check (state in ('waiting', 'sent', 'failed', 'expired')),
  attempts integer not null default 0,
  -- Not before; while somebody is sending it, the moment at which another may try.
  due_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  sent_at timestamptz(3),
  last_error text
);
create index outbox_due on outbox (due_at) where state = 'waiting';
create index outbox_listed on outbox (created_at desc, id desc);
create index outbox_of_account on outbox (account_id);
create index outbox_of_recipient on outbox (recipient);

-- The log of everything that was changed. What it says about persons stands apart and can be erased.
create table audit (
  id uuid primary key,
  at timestamptz(3) not null,
  -- A person, the program itself, somebody at the command line, or a visitor.
  actor_kind text not null check (actor_kind in ('account', 'system', 'operator', 'visitor')),
  actor_id uuid,
  on_behalf_of uuid,
  action text not null,
  subject_kind text not null,
  subject_id text not null,
  request_id text not null,
  -- Before and after, without anything personal.
  changes jsonb,
  -- Of the side row, which may be gone.
  personal_digest bytea
);
create index audit_listed on audit (at desc, id desc);
create index audit_by_actor on audit (actor_id, at desc, id desc);
create index audit_by_subject on audit (subject_kind, subject_id, at desc, id desc);
create index audit_by_action on audit (action, at desc, id desc);

create table audit_personal (
  audit_id uuid primary key references audit (id),
  -- Without it, nobody could find an erased value by trying.
  salt bytea not null,
  content jsonb not null
);

-- Each link covers its row and the link before it.
create table audit_link (
  position bigint primary key,
  audit_id uuid not null references audit (id),
  hash bytea not null
);
create unique index audit_link_of on audit_link (audit_id);

create function refuse_change() returns trigger
language plpgsql
as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = '42501';
end
$$;

create trigger audit_append_only before update or delete or truncate on audit
for each statement execute function refuse_change();
create trigger audit_link_append_only before update or delete or truncate on audit_link
for each statement execute function refuse_change();
-- Rows may be erased, never rewritten.
create trigger audit_personal_not_rewritten before update or truncate on audit_personal
for each statement execute function refuse_change();

-- Documents are part of what visitors read.
create trigger document_announced after insert or update or delete or truncate on document
for each statement execute function announce_content();

-- Tells every process to read the settings again.
create function announce_setting() returns trigger
language plpgsql
as $$
begin
  perform pg_notify('setting', '');
  return null;
end
$$;
create trigger setting_announced after insert or update or delete or truncate on setting
for each statement execute function announce_setting();

-- Tells every process who has a new notice, when it is committed.
create function announce_notice() returns trigger
language plpgsql
as $$
begin
  perform pg_notify('notice', coalesce(new.account_id::text, ''));
  return null;
end
$$;
create trigger notice_announced after insert on notice
for each row execute function announce_notice();
create trigger notice_read_announced after insert on notice_read
for each row execute function announce_notice();

-- Tells every process whose sessions have ended.
create function announce_session_end() returns trigger
language plpgsql
as $$
begin
  perform pg_notify('session', old.id::text);
  return null;
end
$$;
create trigger session_end_announced after delete on session
for each row execute function announce_session_end();

create function announce_outbox() returns trigger
language plpgsql
as $$
begin
  perform pg_notify('outbox', '');
  return null;
end
$$;
create trigger outbox_announced after insert on outbox
for each statement execute function announce_outbox();
