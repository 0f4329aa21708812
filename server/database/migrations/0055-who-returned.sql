-- The institution in whose name a decision was made: its team is told so. Null: the organisers decided, or it is another
-- kind of event.
alter table enrolment_event add column institution_id uuid references institution (id) on delete set null;
alter table work_event add column institution_id uuid references institution (id) on delete set null;
