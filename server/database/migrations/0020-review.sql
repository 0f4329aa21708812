-- Expert review: rounds, experts, assignments, score sheets.

-- What experts promise before they judge.
alter table document drop constraint document_name_check;
alter table document add constraint document_name_check check (name in ('privacy', 'terms', 'pledge'));

-- What organisers know of an expert account, beside its profile.
create table reviewer_profile (
  account_id uuid primary key references account (id) on delete cascade,
  fields text[] not null default '{}',
  -- As typed; compared without case and spaces.
  institution text not null default '',
  max_works integer check (max_works > 0),
  updated_at timestamptz(3) not null
);

create table round (
  id uuid primary key,
  -- Experts know the round by it: an id would tell when it was made.
  code text not null unique,
  edition_id uuid not null references edition (id),
  -- Only works that went on from this round take part.
  previous_id uuid references round (id),
  state text not null check (state in ('draft', 'planned', 'open', 'paused', 'closed', 'settled')),
  version integer not null default 1,
  name jsonb not null,
  rules jsonb not null,
  opens_at timestamptz(3),
  closes_at timestamptz(3),
  -- Canonical JSON of everything that decides the scores, written down at the first opening, and its hash.
  frozen text,
  frozen_hash bytea check (length(frozen_hash) = 32),
  -- The last dry run.
  plan jsonb,
  opened_at timestamptz(3),
  closed_at timestamptz(3),
  settled_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  constraint round_frozen_whole check ((frozen is null) = (frozen_hash is null)),
  constraint round_frozen_when_open check (state in ('draft', 'planned') or frozen is not null),
  constraint round_window check (opens_at < closes_at)
);
create index round_of_edition on round (edition_id, created_at desc);

create table round_activity (
  round_id uuid not null references round (id) on delete cascade,
  activity_id uuid not null references activity (id),
  -- What experts should know to judge its works.
  fields text[] not null default '{}',
  primary key (round_id, activity_id)
);
create index round_activity_of on round_activity (activity_id);

-- What decides the scores never changes once experts may score.
create function refuse_round_change() returns trigger
language plpgsql
as $$
begin
  if tg_table_name = 'round_activity' then
    -- Where the round itself is deleted, there is nothing to keep.
    if exists (select from round where id in (new.round_id, old.round_id) and frozen is not null) then
      raise exception 'the rules of an opened round never change' using errcode = 'restrict_violation';
    end if;
    return coalesce(new, old);
  elsif old.frozen is not null and (
    new.rules is distinct from old.rules or new.frozen is distinct from old.frozen or new.frozen_hash is distinct from old.frozen_hash
    or new.code is distinct from old.code or new.edition_id is distinct from old.edition_id or new.previous_id is distinct from old.previous_id
  ) then
    raise exception 'the rules of an opened round never change' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
create trigger round_frozen before update on round for each row execute function refuse_round_change();
create trigger round_activity_frozen before insert or update of round_id, activity_id or delete on round_activity
for each row execute function refuse_round_change();

create table panel (
  id uuid primary key,
  round_id uuid not null references round (id) on delete cascade,
  name text not null,
  position integer not null
);
create index panel_of_round on panel (round_id, position);

-- An expert in a round.
create table reviewer (
  id uuid primary key,
  round_id uuid not null references round (id) on delete cascade,
  account_id uuid not null references account (id),
  panel_id uuid references panel (id) on delete set null,
  is_chair boolean not null default false,
  state text not null check (state in ('invited', 'accepted', 'declined', 'removed')),
  version integer not null default 1,
  fields text[] not null default '{}',
  institution text not null default '',
  max_works integer not null check (max_works > 0),
  invited_at timestamptz(3) not null,
  answered_at timestamptz(3),
  reason text,
  -- The version of the pledge that was signed.
  pledge integer,
  pledged_at timestamptz(3),
  practised_at timestamptz(3),
  thanked_at timestamptz(3),
  unique (round_id, account_id),
  constraint reviewer_pledged_whole check ((pledge is null) = (pledged_at is null))
);
create index reviewer_of_account on reviewer (account_id);
create unique index panel_chair on reviewer (panel_id) where is_chair;

-- A work in a round: the submission that is judged, and the code by which experts know it.
create table entry (
  id uuid primary key,
  round_id uuid not null references round (id) on delete cascade,
  work_id uuid not null references work (id),
  submission integer not null,
  code text not null unique,
  panel_id uuid references panel (id) on delete set null,
  -- Taken out of the round, for example disqualified.
  removed_at timestamptz(3),
  removed_reason text,
  unique (round_id, work_id),
  foreign key (work_id, submission) references submission (work_id, number)
);
create index entry_of_work on entry (work_id);
create index entry_of_panel on entry (panel_id);

-- Why an expert must not judge a work. Lifted ones stay for the record.
create table conflict (
  id uuid primary key,
  round_id uuid not null references round (id) on delete cascade,
  reviewer_id uuid not null references reviewer (id) on delete cascade,
  entry_id uuid not null references entry (id) on delete cascade,
  kind text not null check (kind in ('member', 'institution', 'earlier', 'declared', 'set')),
  reason text,
  created_by uuid references account (id),
  created_at timestamptz(3) not null,
  lifted_by uuid references account (id),
  lifted_at timestamptz(3),
  lifted_reason text
);
create unique index conflict_standing on conflict (reviewer_id, entry_id, kind) where lifted_at is null;
create index conflict_of_round on conflict (round_id, created_at);
create index conflict_of_entry on conflict (entry_id);

-- One work for one expert. `kept`: the expert left, what they submitted counts.
create table assignment (
  id uuid primary key,
  round_id uuid not null references round (id) on delete cascade,
  entry_id uuid not null references entry (id) on delete cascade,
  reviewer_id uuid not null references reviewer (id) on delete cascade,
  state text not null check (state in ('open', 'kept', 'removed', 'declined')),
  -- The expert's own order, which tells nothing about others.
  position integer not null,
  -- Opens the files; changed when the assignment ends.
  token text not null unique,
  -- Kept by the database: a sheet has been submitted.
  is_finished boolean not null default false,
  -- An additional expert, called because the others disagree.
  is_third boolean not null default false,
  assigned_at timestamptz(3) not null,
  assigned_by uuid references account (id),
  ended_at timestamptz(3),
  reason text,
  unique (entry_id, reviewer_id)
);
create index assignment_of_reviewer on assignment (reviewer_id, position);
create index assignment_of_round on assignment (round_id, state);

-- Nobody judges a work against a standing conflict. Both triggers lock the expert's row: of two that come at once, the second sees the first.
create function refuse_conflict() returns trigger
language plpgsql
as $$
begin
  perform from reviewer where id = new.reviewer_id for update;
  if tg_table_name = 'assignment' then
    if exists (
      select from conflict
      where reviewer_id = new.reviewer_id and entry_id = new.entry_id and lifted_at is null
    ) then
      raise exception 'assignment against a conflict' using errcode = 'restrict_violation', constraint = 'assignment_without_conflict';
    end if;
  elsif exists (
    select from assignment
    where reviewer_id = new.reviewer_id and entry_id = new.entry_id and state in ('open', 'kept')
  ) then
    raise exception 'conflict with a standing assignment' using errcode = 'restrict_violation', constraint = 'conflict_without_assignment';
  end if;
  return new;
end
$$;
create trigger assignment_without_conflict before insert or update of state, reviewer_id, entry_id on assignment
for each row when (new.state in ('open', 'kept')) execute function refuse_conflict();
create trigger conflict_without_assignment before insert or update of lifted_at, reviewer_id, entry_id on conflict
for each row when (new.lifted_at is null) execute function refuse_conflict();

-- Streams of files end in every process when the assignment does.
create function announce_assignment_end() returns trigger
language plpgsql
as $$
begin
  perform pg_notify('assignment_ended', old.token);
  return null;
end
$$;
create trigger assignment_ended after update of state, token or delete on assignment
for each row when (old.state = 'open') execute function announce_assignment_end();

-- What an expert is writing. What was submitted last stands in `sheet_version`.
create table sheet (
  assignment_id uuid primary key references assignment (id) on delete cascade,
  version integer not null,
  -- Hundredths of points by criterion; absent: not scored yet.
  scores jsonb not null default '{}',
  comment text not null default '',
  remark text not null default '',
  -- The expert's own notes, at a second of a film or a page.
  notes jsonb not null default '[]',
  -- How far each file was looked at.
  places jsonb not null default '{}',
  -- Time with the work open and in use.
  seconds integer not null default 0,
  -- The number of the last submitted version.
  number integer,
  total integer,
  submitted_at timestamptz(3),
  is_changed boolean not null default false,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- After the end of the round: may be changed until then.
  reopened_until timestamptz(3),
  reopened_reason text,
  constraint sheet_submitted_whole check ((number is null) = (submitted_at is null) and (number is null) = (total is null))
);

create table sheet_version (
  assignment_id uuid not null references assignment (id) on delete cascade,
  number integer not null check (number > 0),
  scores jsonb not null,
  total integer not null check (total >= 0),
  comment text not null,
  remark text not null,
  seconds integer not null,
  submitted_at timestamptz(3) not null,
  primary key (assignment_id, number)
);

create function refuse_sheet_change() returns trigger
language plpgsql
as $$
begin
  raise exception 'a submitted sheet never changes' using errcode = 'restrict_violation';
end
$$;
create trigger sheet_version_immutable before update on sheet_version
for each row execute function refuse_sheet_change();

create function keep_assignment_finished() returns trigger
language plpgsql
as $$
begin
  update assignment set is_finished = true where id = new.assignment_id and not is_finished;
  return null;
end
$$;
create trigger sheet_version_finished after insert on sheet_version
for each row execute function keep_assignment_finished();

-- What an expert reports about a work.
create table flag (
  id uuid primary key,
  round_id uuid not null references round (id) on delete cascade,
  assignment_id uuid not null references assignment (id) on delete cascade,
  kind text not null check (kind in ('recognised', 'identity', 'file', 'other')),
  text text not null,
  created_at timestamptz(3) not null,
  resolved_at timestamptz(3),
  resolved_by uuid references account (id),
  resolution text
);
create index flag_of_round on flag (round_id, created_at);
create index flag_open on flag (round_id) where resolved_at is null;

-- The chair's order among works that all other rules leave equal.
create table tie_decision (
  round_id uuid not null references round (id) on delete cascade,
  entry_id uuid not null references entry (id) on delete cascade,
  position integer not null,
  reason text not null,
  decided_by uuid references account (id),
  decided_at timestamptz(3) not null,
  primary key (round_id, entry_id)
);

-- The chair has signed off the scores of the panel.
create table panel_signature (
  panel_id uuid primary key references panel (id) on delete cascade,
  signed_by uuid references account (id),
  signed_at timestamptz(3) not null
);

-- The scores of a closed round: input and result as canonical JSON, so that anybody can recompute one from the other.
create table settlement (
  round_id uuid not null references round (id) on delete cascade,
  number integer not null check (number > 0),
  input text not null,
  input_hash bytea not null check (length(input_hash) = 32),
  rows text not null,
  rows_hash bytea not null check (length(rows_hash) = 32),
  settled_by uuid references account (id),
  settled_at timestamptz(3) not null,
  primary key (round_id, number)
);
create trigger settlement_immutable before update of round_id, number, input, input_hash, rows, rows_hash, settled_at on settlement
for each row execute function refuse_sheet_change();

-- Which experts were reminded of a round: at most one mail a day.
create table review_reminder (
  reviewer_id uuid not null references reviewer (id) on delete cascade,
  day date not null,
  kind text not null check (kind in ('invitation', 'threeDays', 'oneDay', 'asked')),
  primary key (reviewer_id, day)
);

alter table task drop constraint task_kind_check;
alter table task add constraint task_kind_check
  check (kind in ('inspect', 'recheck', 'bundle', 'plan', 'settle'));

-- What experts may know of a round.
create view review_round as
select
  round.id,
  round.code,
  round.state,
  round.name,
  round.rules,
  round.opens_at,
  round.closes_at,
  round.closed_at,
  edition.time_zone,
  -- The version of the pledge that is in force.
  (select max(document.version) from document where document.name = 'pledge') as pledge
from round
join edition on edition.id = round.edition_id;

-- The experts of panels: the only names that the desk knows, for the chairs.
create view review_member as
select
  reviewer.panel_id,
  reviewer.id as reviewer_id,
  coalesce(nullif(account.real_name, ''), nullif(account.nickname, ''), account.username) as name
from reviewer
join account on account.id = reviewer.account_id
where reviewer.panel_id is not null and reviewer.state = 'accepted';

-- What experts may know of a work. No column names anybody, and none tells when something was handed in.
create view review_work as
select
  entry.id as entry_id,
  entry.round_id,
  entry.panel_id,
  entry.code,
  entry.removed_at is not null as is_removed,
  activity.name as activity,
  signed.manifest ->> 'title' as title,
  signed.manifest ->> 'summary' as summary,
  (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', part ->> 'id', 'kind', part ->> 'kind', 'label', part -> 'label', 'text', part ->> 'text'
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
cross join lateral (select submission.manifest::jsonb as manifest) as signed;

-- The files of a work that experts get. Numbers follow the signed manifest, so that they never change. Names are given by the program.
create view review_file as
select
  entry.id as entry_id,
  listed.number::integer as number,
  listed.part,
  coalesce(redacted.type, file.type) as type,
  case when redacted.id is null then (work_file.facts #>> '{media,facts,seconds}')::double precision end as seconds,
  case when redacted.id is null then (work_file.facts ->> 'pages')::integer end as pages,
  work_file.work_id,
  work_file.id as file_id
from entry
join work on work.id = entry.work_id
join activity on activity.id = work.activity_id
join submission on submission.work_id = entry.work_id and submission.number = entry.submission
cross join lateral (
  select row_number() over (order by part_position, file_position) as number, part ->> 'id' as part, (given ->> 'id')::uuid as file_id
  from jsonb_array_elements(submission.manifest::jsonb -> 'parts') with ordinality as parts (part, part_position)
  cross join lateral jsonb_array_elements(part -> 'files') with ordinality as files (given, file_position)
) as listed
join work_file on work_file.id = listed.file_id and work_file.work_id = entry.work_id
join file on file.id = work_file.id
left join file as redacted on redacted.id = work_file.redacted_id
where entry.removed_at is null and exists (
  select from jsonb_array_elements(activity.work_rules -> 'parts') as rule
  where rule ->> 'id' = listed.part and (rule ->> 'forExperts')::boolean
);
