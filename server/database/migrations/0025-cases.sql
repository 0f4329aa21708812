-- Organisers who decide on objections and appeals.
create table arbiter (
  id uuid primary key,
  account_id uuid not null references account (id),
  appointed_by uuid references account (id),
  appointed_at timestamptz(3) not null,
  ended_by uuid references account (id),
  ended_at timestamptz(3)
);
create unique index arbiter_current on arbiter (account_id) where ended_at is null;

-- An objection to a result list, or an appeal against the decision on one.
create table contest_case (
  id uuid primary key,
  number text not null unique,
  kind text not null check (kind in ('objection', 'appeal')),
  list_id uuid not null references result_list (id),
  activity_id uuid not null references activity (id),
  -- Null: the list as a whole.
  work_id uuid references work (id),
  -- An objection has one appeal at most.
  appeal_of uuid unique references contest_case (id),
  side text not null check (side in ('objector', 'respondent')),
  state text not null check (
    state in ('received', 'admitted', 'investigating', 'refused', 'upheld', 'dismissed', 'withdrawn')
  ),
  version integer not null default 1,
  -- Null: erased after the retention time.
  text text,
  received_at timestamptz(3) not null,
  -- The next deadline of the arbiters.
  due_at timestamptz(3),
  admitted_by uuid references account (id),
  refused_because text,
  -- What the team of the work is asked about; never the words of the objector.
  substance text,
  statement_by timestamptz(3),
  statement text,
  statement_at timestamptz(3),
  ruling text,
  effect text check (effect in ('none', 'disqualify', 'restore', 'rescore', 'correct')),
  decided_by uuid references account (id),
  closed_at timestamptz(3),
  appeal_until timestamptz(3),
  erase_at timestamptz(3),
  check ((kind = 'appeal') = (appeal_of is not null)),
  check ((state in ('received', 'admitted', 'investigating')) = (closed_at is null)),
  check ((state in ('upheld', 'dismissed')) = (ruling is not null and effect is not null)),
  check ((state = 'refused') = (refused_because is not null))
);
create index contest_case_activity on contest_case (activity_id);
create index contest_case_list on contest_case (list_id);
create index contest_case_work on contest_case (work_id) where work_id is not null;
create index contest_case_due on contest_case (due_at, id) where closed_at is null;
create index contest_case_closed on contest_case (closed_at desc, id desc) where closed_at is not null;
create index contest_case_erase on contest_case (erase_at) where erase_at is not null;

-- Who objected or appealed. Apart from the case, so that it can be erased.
create table case_party (
  case_id uuid primary key references contest_case (id) on delete cascade,
  account_id uuid not null references account (id),
  real_name text not null,
  unit text not null,
  phone text,
  email text
);
create index case_party_account on case_party (account_id);

-- The history of a case. Every look is an event.
create table case_event (
  id uuid primary key,
  position bigint generated always as identity,
  case_id uuid not null references contest_case (id) on delete cascade,
  kind text not null,
  at timestamptz(3) not null,
  -- The arbiter; null for what a party did, and for the program.
  arbiter_id uuid references account (id),
  is_of_party boolean not null,
  file_id uuid
);
create index case_event_case on case_event (case_id, position);

create table case_message (
  id uuid primary key,
  position bigint generated always as identity,
  case_id uuid not null references contest_case (id) on delete cascade,
  thread text not null check (thread in ('objector', 'respondent', 'note')),
  -- Null: a party wrote it.
  arbiter_id uuid references account (id),
  text text not null,
  at timestamptz(3) not null
);
create index case_message_case on case_message (case_id, position);

-- Files of a case: with the objection or appeal, the statement, or a message.
create table case_evidence (
  file_id uuid primary key references file (id),
  case_id uuid not null references contest_case (id) on delete cascade,
  position integer not null,
  side text not null check (side in ('objector', 'respondent')),
  part text not null check (part in ('text', 'statement', 'message')),
  message_id uuid references case_message (id) on delete cascade,
  check ((part = 'message') = (message_id is not null))
);
create index case_evidence_case on case_evidence (case_id, position);
create index case_evidence_message on case_evidence (message_id) where message_id is not null;

-- No list becomes final while a case of its activity is open.
create function refuse_final_with_open_case() returns trigger language plpgsql as $$
begin
  if exists (
    select from contest_case where activity_id = new.activity_id and state in ('received', 'admitted', 'investigating')
  ) then
    raise exception 'an objection is open' using errcode = 'check_violation', constraint = 'result_list_open_case';
  end if;
  return new;
end $$;
create trigger result_list_open_case before update of state on result_list
for each row when (new.state in ('final', 'announced') and old.state is distinct from new.state)
execute function refuse_final_with_open_case();

-- A letter that only its recipient may read: organisers see that it was sent, not to whom or what.
alter table outbox add column is_confidential boolean not null default false;

alter table file drop constraint file_purpose_check;
alter table file add constraint file_purpose_check check (
  purpose in (
    'avatar', 'picture', 'attachment', 'video', 'captions', 'answer', 'work', 'bundle', 'certificate', 'artwork', 'evidence'
  )
);
