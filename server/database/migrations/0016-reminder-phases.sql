-- Which phase a team was reminded of: each phase has a deadline of its own. Until now there was one.
alter table reminder add column phase_kind text;
update reminder set phase_kind = 'enrolment';
alter table reminder
  alter column phase_kind set not null,
  add constraint reminder_phase_kind_check check (phase_kind in ('enrolment', 'submission')),
  drop constraint reminder_pkey,
  add primary key (team_id, phase_kind, kind, closes_at);
