-- Receipts are signed and lists name their submissions: these are kept like everything else that results follow from. A work with a
-- submission is kept with it, as the cascade is refused.

create trigger submission_kept before delete on submission
for each row execute function refuse_record_delete();
create trigger submission_file_kept before delete on submission_file
for each row execute function refuse_record_delete();

create trigger submission_not_emptied before truncate on submission
for each statement execute function refuse_emptying('true');
create trigger submission_file_not_emptied before truncate on submission_file
for each statement execute function refuse_emptying('true');
