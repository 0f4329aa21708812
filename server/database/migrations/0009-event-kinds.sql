-- What an event is. Until now that was guessed from its state and from whether it has a reason.
alter table enrolment_event add column kind text;
update enrolment_event set kind = case
  when to_state in ('approved', 'returned', 'rejected') then 'decision'
  when to_state = 'submitted' and reason is not null then 'takeBack'
  when to_state = 'submitted' then 'submission'
  when to_state = 'withdrawn' then 'withdrawal'
  else 'revival'
end;
alter table enrolment_event
  alter column kind set not null,
  add constraint enrolment_event_kind check (kind in ('submission', 'decision', 'takeBack', 'withdrawal', 'revival'));
