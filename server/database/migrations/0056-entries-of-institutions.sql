-- The entries of a province are read in the order of their numbers, and counted anew when a school moves to another province.
create index enrolment_of_activity_by_number on enrolment (activity_id, number_key, id);

create trigger institution_parent_counted after update of parent_id on institution
for each statement execute function note_counted_change();
