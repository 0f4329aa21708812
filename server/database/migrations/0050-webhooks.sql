-- Addresses that are told of events. The private halves of their keys are encrypted with a key outside the database.
create table webhook (
  id uuid primary key,
  name text not null,
  url text not null,
  types text[] not null check (cardinality(types) > 0),
  public_key bytea not null check (octet_length(public_key) = 32),
  private_key text not null,
  -- Signs too until then.
  former_public_key bytea check (octet_length(former_public_key) = 32),
  former_private_key text,
  former_until timestamptz(3),
  paused_at timestamptz(3),
  stopped_at timestamptz(3),
  stop_reason text check (stop_reason in ('failing', 'gone')),
  -- The first failure since the last success, the failures without an answer since then, and until when it is left alone.
  failing_since timestamptz(3),
  silent_attempts integer not null default 0,
  resting_until timestamptz(3),
  created_by uuid not null references account,
  created_at timestamptz(3) not null,
  version integer not null default 1,
  check ((stopped_at is null) = (stop_reason is null)),
  check ((former_public_key is null) = (former_private_key is null) and (former_public_key is null) = (former_until is null))
);

-- What is sent to them: written in the transaction of the cause, sent by a task.
create table webhook_delivery (
  webhook_id uuid not null references webhook on delete cascade,
  event_id uuid not null,
  type text not null,
  body text not null,
  created_at timestamptz(3) not null,
  attempts integer not null default 0,
  -- Of the current series of attempts.
  first_attempt_at timestamptz(3),
  next_attempt_at timestamptz(3),
  delivered_at timestamptz(3),
  given_up_at timestamptz(3),
  answers jsonb not null default '[]',
  position bigint generated always as identity,
  primary key (webhook_id, event_id),
  -- It waits, was delivered or was given up.
  check (num_nonnulls(next_attempt_at, delivered_at, given_up_at) = 1)
);

create index webhook_delivery_due on webhook_delivery (webhook_id, next_attempt_at, position) where next_attempt_at is not null;
create unique index webhook_delivery_position on webhook_delivery (webhook_id, position);
create index webhook_delivery_given_up on webhook_delivery (webhook_id) where given_up_at is not null;
create index webhook_delivery_created on webhook_delivery (created_at);

-- Send what waits for webhooks.
alter table task drop constraint task_kind_check;
alter table task add constraint task_kind_check
  check (kind in (
    'inspect', 'confirm', 'recheck', 'renewCopies', 'makeCovers', 'makePages', 'bundle', 'plan', 'settle', 'rank', 'issueCertificates',
    'bundleCertificates', 'pictureCertificates', 'scan', 'deliverEvents'
  ));
