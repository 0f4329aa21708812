-- Organisers who take part in an activity do not read the letters about it, such as those to its experts. Null: nobody
-- knows what it is about, as of the letters of earlier versions.
alter table outbox add column activity_ids uuid[];

-- What experts are judging is replaced only if a second organiser confirms it.
create table redaction_proposal (
  id uuid primary key,
  work_id uuid not null references work (id) on delete cascade,
  file_id uuid not null references work_file (id) on delete cascade,
  -- What experts would get instead; null: it was removed since.
  copy_id uuid references file (id) on delete set null,
  reason text not null check (reason <> ''),
  proposed_by uuid not null references account (id),
  proposed_at timestamptz(3) not null,
  decided_by uuid references account (id),
  decided_at timestamptz(3),
  is_confirmed boolean,
  check ((decided_at is null) = (is_confirmed is null) and (decided_at is null) = (decided_by is null)),
  check (not is_confirmed or decided_by <> proposed_by)
);
create index redaction_proposal_of on redaction_proposal (work_id, proposed_at);
create unique index redaction_proposal_open on redaction_proposal (file_id) where decided_at is null;
