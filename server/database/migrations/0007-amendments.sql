-- Changes to a submitted enrolment that are not submitted yet. `answers` are what stands; they are replaced when the changes are submitted.
alter table enrolment
  add column amendment jsonb,
  -- Counts on over all amendments of the enrolment: no version ever means two texts.
  add column amendment_version integer not null default 0,
  add column amendment_started_at timestamptz(3),
  add constraint enrolment_amendment_whole check ((amendment is null) = (amendment_started_at is null)),
  add constraint enrolment_amendment_of_submission check (amendment is null or number is not null),
  add constraint enrolment_draft_without_amendment check (amendment is null or state <> 'draft');
create index enrolment_amended on enrolment (team_id) where amendment_started_at is not null;

-- The questions that a submission answers differently than the one before.
alter table enrolment_event add column changed text[];

alter table reminder drop constraint reminder_kind_check;
alter table reminder add constraint reminder_kind_check check (kind in ('days', 'hours', 'amendmentDay', 'amendmentHours'));
