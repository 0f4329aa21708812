-- Equipment that teams ask for.
create table loan (
  id uuid primary key,
  enrolment_id uuid not null references enrolment (id) on delete cascade,
  team_id uuid not null references team (id) on delete cascade,
  activity_id uuid not null references activity (id),
  item text not null check (item in ('camera', 'microphone', 'tablet')),
  purpose text not null,
  state text not null check (state in ('submitted', 'lent', 'refused', 'givenBack')),
  version integer not null default 1,
  -- Null: the account was deleted.
  requested_by uuid references account (id),
  submitted_at timestamptz(3) not null,
  decided_by uuid references account (id),
  decided_at timestamptz(3),
  reason text,
  check ((decided_at is null) = (state = 'submitted'))
);
create unique index loan_open on loan (enrolment_id) where state in ('submitted', 'lent');
create index loan_team on loan (team_id);
create index loan_listed on loan (submitted_at, id);

create table loan_event (
  id uuid primary key,
  position bigint generated always as identity,
  loan_id uuid not null references loan (id) on delete cascade,
  at timestamptz(3) not null,
  kind text not null check (kind in ('decision', 'takeBack', 'giveBack')),
  account_id uuid references account (id),
  from_state text not null,
  to_state text not null,
  reason text,
  notify_at timestamptz(3),
  notified_at timestamptz(3)
);
create index loan_event_of on loan_event (loan_id, position);
create index loan_event_due on loan_event (notify_at) where notify_at is not null and notified_at is null;
