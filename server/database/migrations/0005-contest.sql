-- Teams and their enrolments. What people may do is decided by the program under locks; the constraints and triggers here hold whatever
-- it does. Locks are taken in one order, what the edition says first: ARCHITECTURE.md has it.

create table team (
  id uuid primary key,
  activity_id uuid not null references activity (id),
  name text not null,
  slogan text not null default '',
  -- Whoever has it may join while it is valid.
  invite_code text not null unique,
  invite_expires_at timestamptz(3) not null,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  disbanded_at timestamptz(3)
);
create index team_of_activity on team (activity_id, created_at desc, id desc);

create table team_member (
  team_id uuid not null references team (id),
  account_id uuid not null references account (id),
  -- The team's, so that the rule below can be an index.
  activity_id uuid not null references activity (id),
  role text not null check (role in ('captain', 'member', 'advisor')),
  position integer not null,
  joined_at timestamptz(3) not null,
  primary key (team_id, account_id)
);
-- One person once per activity as captain or member.
create unique index team_member_once on team_member (activity_id, account_id) where role <> 'advisor';
create unique index team_member_captain on team_member (team_id) where role = 'captain';
create index team_member_of on team_member (account_id, team_id);

-- Nobody comes into a team that is full, or advises more than five teams of an activity.
create function keep_team_limits() returns trigger
language plpgsql
as $$
declare
  most integer;
  present integer;
begin
  perform 1 from team where id = new.team_id for no key update;
  -- Who lowers the limits of the activity waits for us, and we for him.
  perform 1 from activity where id = new.activity_id for key share;
  if new.role = 'advisor' then
    perform pg_advisory_xact_lock(hashtextextended(new.activity_id::text || new.account_id::text, 0));
    select count(*) into present from team_member
    where activity_id = new.activity_id and account_id = new.account_id and role = 'advisor' and team_id <> new.team_id;
    if present >= 5 then
      raise exception 'an advisor of five teams' using errcode = '23514', constraint = 'team_member_advisor_of_few';
    end if;
    select advisors_max into most from activity where id = new.activity_id;
    select count(*) into present from team_member
    where team_id = new.team_id and role = 'advisor' and account_id <> new.account_id;
  else
    select team_max into most from activity where id = new.activity_id;
    select count(*) into present from team_member
    where team_id = new.team_id and role <> 'advisor' and account_id <> new.account_id;
  end if;
  if present >= most then
    raise exception 'the team is full' using errcode = '23514', constraint = 'team_member_within_size';
  end if;
  return new;
end
$$;
create trigger team_member_limits before insert or update of role on team_member
for each row execute function keep_team_limits();

create table invitation (
  id uuid primary key,
  team_id uuid not null references team (id),
  account_id uuid references account (id) on delete cascade,
  -- As it was given; forgotten some time after the invitation is over.
  contact text,
  role text not null check (role in ('member', 'advisor')),
  state text not null check (state in ('pending', 'accepted', 'declined', 'revoked', 'expired')),
  invited_by uuid not null references account (id),
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  decided_at timestamptz(3),
  constraint invitation_addressed check (
    num_nonnulls(account_id, contact) = 1 or (state <> 'pending' and num_nonnulls(account_id, contact) = 0)
  )
);
create unique index invitation_pending_account on invitation (team_id, account_id) where state = 'pending';
create unique index invitation_pending_contact on invitation (team_id, contact) where state = 'pending';
create index invitation_for on invitation (account_id, created_at desc) where state = 'pending';
create index invitation_for_contact on invitation (contact) where state = 'pending';
create index invitation_to_forget on invitation (decided_at) where contact is not null and state <> 'pending';

-- Whom a notice to somebody else names: it goes when that person does.
alter table notice add column about_id uuid references account (id) on delete cascade;
create index notice_about on notice (about_id) where about_id is not null;

create table extension (
  id uuid primary key,
  team_id uuid not null references team (id),
  kind text not null check (kind in ('enrolment', 'submission')),
  until timestamptz(3) not null,
  reason text not null,
  granted_by uuid not null references account (id),
  created_at timestamptz(3) not null,
  revoked_by uuid references account (id),
  revoked_at timestamptz(3)
);
create index extension_of_team on extension (team_id, kind, created_at desc);
create index extension_newest on extension (created_at desc, id desc);

-- How many places of an activity are taken, and the last number that was given. One row to lock for everybody who wants a place.
create table tally (
  activity_id uuid primary key references activity (id) on delete cascade,
  capacity integer,
  taken integer not null default 0,
  last_number integer not null default 0,
  constraint tally_within_capacity check (taken >= 0 and (capacity is null or taken <= capacity))
);
insert into tally (activity_id, capacity) select id, capacity from activity;

create function keep_tally_of_activity() returns trigger
language plpgsql
as $$
begin
  insert into tally (activity_id, capacity) values (new.id, new.capacity)
  on conflict (activity_id) do update set capacity = excluded.capacity
  where tally.capacity is distinct from excluded.capacity;
  return null;
end
$$;
create trigger activity_tallied after insert or update of capacity on activity
for each row execute function keep_tally_of_activity();

create table enrolment (
  id uuid primary key,
  activity_id uuid not null references activity (id),
  team_id uuid not null unique references team (id),
  state text not null check (state in ('draft', 'submitted', 'returned', 'approved', 'rejected', 'withdrawn')),
  -- Given at the first submission, and kept.
  number text unique,
  sequence integer,
  answers jsonb not null default '{}',
  version integer not null default 1,
  submitted_at timestamptz(3),
  in_grace boolean not null default false,
  resubmit_by timestamptz(3),
  decided_by uuid references account (id),
  decided_at timestamptz(3),
  reason text,
  -- The team as it was when it submitted.
  snapshot jsonb,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- What organisers choose, order and search by; the database keeps it, so that no question has to look into the teams.
  edition_id uuid not null references edition (id),
  -- Its team is still there.
  is_listed boolean not null default true,
  province text,
  school text,
  search tsvector,
  -- Drafts come after everything that was ever submitted.
  listed_at timestamptz(3) not null generated always as (coalesce(submitted_at, '-infinity')) stored,
  -- 2026-KC-10000 comes after 2026-KC-9999, and what has no number last.
  number_key text collate "C" not null generated always as (
    coalesce(regexp_replace(number, '[0-9]+$', '') || lpad(sequence::text, 9, '0'), '~')
  ) stored,
  unique (activity_id, sequence),
  constraint enrolment_numbered check (state in ('draft', 'withdrawn') or number is not null),
  constraint enrolment_numbered_whole check ((number is null) = (sequence is null))
);
create index enrolment_listed on enrolment (edition_id, listed_at desc, id desc) where is_listed;
create index enrolment_by_number on enrolment (edition_id, number_key, id) where is_listed;
create index enrolment_by_state on enrolment (edition_id, state, listed_at desc, id desc) where is_listed;
create index enrolment_by_activity on enrolment (edition_id, activity_id, listed_at desc, id desc) where is_listed;
create index enrolment_by_province on enrolment (edition_id, province, listed_at desc, id desc) where is_listed;
create index enrolment_by_school on enrolment (edition_id, school text_pattern_ops) where is_listed;
create index enrolment_search on enrolment using gin (search) with (fastupdate = off);

-- Found by its number, its team, and the people in it as they are when it is written; `search` set to null asks for that.
create function keep_enrolment_found() returns trigger
language plpgsql
as $$
declare
  captain account;
  people text;
begin
  if tg_op = 'INSERT' then
    select edition_id into new.edition_id from activity where id = new.activity_id;
  end if;
  select account.* into captain from team_member join account on account.id = account_id
  where team_id = new.team_id and role = 'captain' and status <> 'deleted';
  -- Of a captain who is gone, the record keeps where he came from.
  new.province := coalesce(captain.province, new.province);
  new.school := coalesce(captain.school, new.school);
  select string_agg(concat_ws(' ', real_name, nickname, username, school), ' ') into people
  from team_member join account on account.id = account_id
  where team_id = new.team_id and status <> 'deleted';
  new.search := search_lexemes(concat_ws(' ', new.number, (select name from team where id = new.team_id), people));
  return new;
end
$$;
create trigger enrolment_found before insert or update of number, answers, search on enrolment
for each row execute function keep_enrolment_found();

-- Whoever changes a team holds it: its enrolment comes after it, as everywhere.
create function find_enrolment_anew() returns trigger
language plpgsql
as $$
begin
  update enrolment set search = null where team_id = coalesce(new.team_id, old.team_id);
  return null;
end
$$;
create trigger team_member_found after insert or delete or update of role on team_member
for each row execute function find_enrolment_anew();

create function find_team_anew() returns trigger
language plpgsql
as $$
begin
  update enrolment set search = null, is_listed = new.disbanded_at is null where team_id = new.id;
  return null;
end
$$;
create trigger team_found after update on team
for each row when (old.name <> new.name or old.disbanded_at is distinct from new.disbanded_at)
execute function find_team_anew();

create function takes_place(state text) returns boolean
language sql immutable parallel safe
as $$ select state in ('submitted', 'returned', 'approved') $$;

create function keep_tally() returns trigger
language plpgsql
as $$
declare
  change integer := 0;
begin
  if tg_op <> 'DELETE' and takes_place(new.state) then change := change + 1; end if;
  if tg_op <> 'INSERT' and takes_place(old.state) then change := change - 1; end if;
  if change <> 0 then
    update tally set taken = taken + change where activity_id = coalesce(new.activity_id, old.activity_id);
  end if;
  return null;
end
$$;
create trigger enrolment_tallied after insert or delete or update of state on enrolment
for each row execute function keep_tally();

-- Pages say whether an activity is full: they are made anew when that changes, and not with every enrolment.
create function announce_fullness() returns trigger
language plpgsql
as $$
begin
  if (old.taken >= old.capacity) is distinct from (new.taken >= new.capacity) then
    perform pg_notify('content', '');
  end if;
  return null;
end
$$;
create trigger tally_announced after update on tally
for each row execute function announce_fullness();

-- What has happened to an enrolment, for the people it concerns.
create table enrolment_event (
  id uuid primary key,
  -- In which order they happened, also within one moment.
  position bigint generated always as identity,
  enrolment_id uuid not null references enrolment (id) on delete cascade,
  at timestamptz(3) not null,
  account_id uuid references account (id),
  from_state text,
  to_state text not null,
  reason text,
  -- A decision is told a little later, and only if it still stands.
  tell_at timestamptz(3),
  told_at timestamptz(3)
);
create index enrolment_event_of on enrolment_event (enrolment_id, position);
create index enrolment_event_to_tell on enrolment_event (tell_at) where tell_at is not null and told_at is null;

-- Who has been reminded of which deadline.
create table reminder (
  team_id uuid not null references team (id) on delete cascade,
  kind text not null check (kind in ('days', 'hours')),
  closes_at timestamptz(3) not null,
  sent_at timestamptz(3) not null,
  primary key (team_id, kind, closes_at)
);
