-- What institutions recommend: quotas, ranked lists, summaries, and what the level above says about them.
alter table phase drop constraint phase_kind_check;
alter table phase add constraint phase_kind_check check (
  kind in ('enrolment', 'submission', 'school-recommendation', 'province-recommendation', 'review', 'publicity', 'results')
);

create table recommendation_rules (
  activity_id uuid primary key references activity (id) on delete cascade,
  thing text not null check (thing in ('none', 'enrolment', 'work')),
  recommended_by text not null check (recommended_by in ('school', 'province', 'schoolAndProvince')),
  provinces_write_quotas boolean not null,
  needs_scan boolean not null,
  version integer not null default 1,
  updated_at timestamptz(3) not null
);

-- The ledger. Its rows are only added.
create table recommendation_quota (
  id uuid primary key,
  position bigint generated always as identity,
  activity_id uuid not null references activity (id) on delete cascade,
  institution_id uuid not null references institution (id),
  amount integer not null check (amount <> 0),
  reason text not null check (reason <> ''),
  granted_by uuid references account (id) on delete set null,
  granted_at timestamptz(3) not null
);
create index recommendation_quota_of on recommendation_quota (activity_id, institution_id, position desc);

-- The balance of each ledger, and what is recommended. Triggers count both.
create table recommendation_tally (
  activity_id uuid not null references activity (id) on delete cascade,
  institution_id uuid not null references institution (id),
  balance integer not null default 0,
  recommended integer not null default 0,
  primary key (activity_id, institution_id),
  constraint recommendation_tally_within_quota check (0 <= recommended and recommended <= balance)
);
create index recommendation_tally_of_institution on recommendation_tally (institution_id);

create table recommendation_list (
  id uuid primary key,
  activity_id uuid not null references activity (id) on delete cascade,
  institution_id uuid not null references institution (id),
  level text not null check (level in ('school', 'province')),
  state text not null check (state in ('draft', 'handedIn', 'accepted', 'returned')),
  version integer not null default 1,
  -- Its rows by verdict, counted by a trigger.
  row_count integer not null default 0,
  passed_count integer not null default 0,
  change_count integer not null default 0,
  refused_count integer not null default 0,
  handed_in_at timestamptz(3),
  decided_by uuid references account (id) on delete set null,
  decided_at timestamptz(3),
  reason text,
  resubmit_by timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  constraint recommendation_list_once unique (activity_id, institution_id),
  constraint recommendation_list_handed_in check (state = 'draft' or handed_in_at is not null),
  constraint recommendation_list_returned check (state <> 'returned' or (reason is not null and resubmit_by is not null))
);
create index recommendation_list_of_institution on recommendation_list (institution_id, activity_id);

create table recommendation_row (
  list_id uuid not null references recommendation_list (id) on delete cascade,
  enrolment_id uuid not null references enrolment (id) on delete cascade,
  level text not null check (level in ('school', 'province')),
  rank integer not null check (rank > 0),
  remark text,
  verdict text check (verdict in ('pass', 'change', 'refuse')),
  verdict_reason text,
  verdict_by uuid references account (id) on delete set null,
  verdict_at timestamptz(3),
  change_by timestamptz(3),
  primary key (list_id, enrolment_id),
  constraint recommendation_row_ranks unique (list_id, rank) deferrable initially deferred,
  constraint recommendation_row_once unique (enrolment_id, level),
  constraint recommendation_row_reason check (verdict is null or verdict = 'pass' or verdict_reason is not null),
  constraint recommendation_row_change check ((verdict is not distinct from 'change') = (change_by is not null))
);

-- The numbered summaries of a list, as canonical JSON.
create table recommendation_summary (
  id uuid primary key,
  list_id uuid not null references recommendation_list (id) on delete cascade,
  number integer not null check (number > 0),
  label text not null unique,
  content text not null,
  hash bytea not null check (length(hash) = 32),
  made_by uuid references account (id) on delete set null,
  made_at timestamptz(3) not null,
  unique (list_id, number)
);

-- What was handed in, each time.
create table recommendation_submission (
  list_id uuid not null references recommendation_list (id) on delete cascade,
  number integer not null check (number > 0),
  summary_id uuid not null references recommendation_summary (id) on delete cascade,
  scan_id uuid references file (id),
  submitted_by uuid references account (id) on delete set null,
  submitted_at timestamptz(3) not null,
  is_late boolean not null,
  primary key (list_id, number)
);
create unique index recommendation_submission_scan on recommendation_submission (scan_id) where scan_id is not null;

create table recommendation_event (
  id uuid primary key,
  position bigint generated always as identity,
  list_id uuid not null references recommendation_list (id) on delete cascade,
  at timestamptz(3) not null,
  kind text not null check (kind in ('handIn', 'accept', 'return', 'verdict', 'extend', 'revokeExtension')),
  account_id uuid references account (id) on delete set null,
  from_state text not null,
  to_state text not null,
  reason text,
  -- Of a hand-in.
  submission integer,
  constraint recommendation_event_submission check ((kind = 'handIn') = (submission is not null))
);
create index recommendation_event_of on recommendation_event (list_id, position desc);

-- More time for one list; the latest one that was not revoked applies.
create table recommendation_extension (
  id uuid primary key,
  list_id uuid not null references recommendation_list (id) on delete cascade,
  until timestamptz(3) not null,
  reason text not null,
  granted_by uuid references account (id) on delete set null,
  created_at timestamptz(3) not null,
  revoked_by uuid references account (id) on delete set null,
  revoked_at timestamptz(3)
);
create index recommendation_extension_of on recommendation_extension (list_id, created_at desc);

-- An earlier date that a province sets for its schools.
create table recommendation_date (
  activity_id uuid not null references activity (id) on delete cascade,
  institution_id uuid not null references institution (id),
  until timestamptz(3),
  version integer not null default 1,
  set_by uuid references account (id) on delete set null,
  set_at timestamptz(3) not null,
  primary key (activity_id, institution_id)
);
create index recommendation_date_of_institution on recommendation_date (institution_id);

-- When the team of an entry, or the officers of an institution, were last reminded.
create table recommendation_reminder (
  activity_id uuid not null references activity (id) on delete cascade,
  subject_id uuid not null,
  sent_at timestamptz(3) not null,
  primary key (activity_id, subject_id)
);

-- Entries whose teams know that they were not recommended.
create table recommendation_notice (
  enrolment_id uuid not null references enrolment (id) on delete cascade,
  level text not null check (level in ('school', 'province')),
  sent_at timestamptz(3) not null,
  primary key (enrolment_id, level)
);

create function count_recommendation_quota() returns trigger language plpgsql as $$
begin
  insert into recommendation_tally (activity_id, institution_id, balance)
  values (new.activity_id, new.institution_id, 0) on conflict do nothing;
  update recommendation_tally set balance = balance + new.amount
  where activity_id = new.activity_id and institution_id = new.institution_id;
  return null;
end $$;
create trigger recommendation_quota_counted after insert on recommendation_quota
for each row execute function count_recommendation_quota();

-- All but those that do not pass count against the quota.
create function count_recommendation_row() returns trigger language plpgsql as $$
declare
  difference integer := 0;
begin
  if tg_op <> 'INSERT' then
    difference := difference - (old.verdict is distinct from 'refuse')::integer;
    update recommendation_list set
      row_count = row_count - 1,
      passed_count = passed_count - (old.verdict is not distinct from 'pass')::integer,
      change_count = change_count - (old.verdict is not distinct from 'change')::integer,
      refused_count = refused_count - (old.verdict is not distinct from 'refuse')::integer
    where id = old.list_id;
  end if;
  if tg_op <> 'DELETE' then
    difference := difference + (new.verdict is distinct from 'refuse')::integer;
    update recommendation_list set
      row_count = row_count + 1,
      passed_count = passed_count + (new.verdict is not distinct from 'pass')::integer,
      change_count = change_count + (new.verdict is not distinct from 'change')::integer,
      refused_count = refused_count + (new.verdict is not distinct from 'refuse')::integer
    where id = new.list_id;
  end if;
  if difference <> 0 then
    insert into recommendation_tally (activity_id, institution_id)
    select activity_id, institution_id from recommendation_list where id = coalesce(new.list_id, old.list_id)
    on conflict do nothing;
    update recommendation_tally set recommended = recommended + difference
    from recommendation_list
    where recommendation_list.id = coalesce(new.list_id, old.list_id)
      and recommendation_tally.activity_id = recommendation_list.activity_id
      and recommendation_tally.institution_id = recommendation_list.institution_id;
  end if;
  return null;
end $$;
create trigger recommendation_row_counted after insert or update of verdict, list_id or delete on recommendation_row
for each row execute function count_recommendation_row();

-- The rows of a deleted list go after it, when nothing says any more whose they were.
create function count_deleted_recommendation_list() returns trigger language plpgsql as $$
begin
  update recommendation_tally set recommended = recommended - (old.row_count - old.refused_count)
  where activity_id = old.activity_id and institution_id = old.institution_id;
  return null;
end $$;
create trigger recommendation_list_counted after delete on recommendation_list
for each row execute function count_deleted_recommendation_list();

create function refuse_recommendation_change() returns trigger language plpgsql as $$
begin
  raise exception 'what was handed in never changes' using errcode = 'restrict_violation', constraint = 'recommendation_immutable';
end $$;
create trigger recommendation_quota_immutable
before update of id, position, activity_id, amount, reason, granted_at on recommendation_quota
for each row execute function refuse_recommendation_change();
create trigger recommendation_quota_kept before delete on recommendation_quota
for each row execute function refuse_record_delete();
create trigger recommendation_quota_not_emptied before truncate on recommendation_quota
for each statement execute function refuse_emptying('true');
create trigger recommendation_summary_immutable
before update of id, list_id, number, label, content, hash, made_at on recommendation_summary
for each row execute function refuse_recommendation_change();
create trigger recommendation_summary_kept before delete on recommendation_summary
for each row execute function refuse_record_delete();
create trigger recommendation_summary_not_emptied before truncate on recommendation_summary
for each statement execute function refuse_emptying('true');
create trigger recommendation_submission_immutable
before update of list_id, number, summary_id, scan_id, submitted_at, is_late on recommendation_submission
for each row execute function refuse_recommendation_change();
create trigger recommendation_submission_kept before delete on recommendation_submission
for each row execute function refuse_record_delete();
create trigger recommendation_submission_not_emptied before truncate on recommendation_submission
for each statement execute function refuse_emptying('true');

alter table file drop constraint file_purpose_check;
alter table file add constraint file_purpose_check check (
  purpose in (
    'avatar', 'picture', 'attachment', 'video', 'captions', 'answer', 'work', 'bundle', 'certificate', 'artwork', 'evidence',
    'officerLetter', 'stampedSummary'
  )
);
