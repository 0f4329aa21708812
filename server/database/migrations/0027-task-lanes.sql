-- Whose turn a background task takes, such as the work of a team, and how long its runs took together: many files of one team must not
-- delay those of others.
alter table task
  add column lane uuid,
  add column seconds double precision not null default 0;
create index task_lane on task (lane, kind, started_at) where lane is not null;
