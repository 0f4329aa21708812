-- What is on record about results and certificates is kept: no row is deleted, and no table is emptied that has such a row. The transaction
-- in which the demo makes way for a real site says so, as before.

create trigger prize_rules_kept before delete on prize_rules
for each row when (old.frozen is not null) execute function refuse_record_delete();
create trigger result_decision_kept before delete on result_decision
for each row execute function refuse_record_delete();
create trigger certificate_kept before delete on certificate
for each row execute function refuse_record_delete();

-- Emptying a table asks no row. The argument says which rows of the table are kept.
create function refuse_emptying() returns trigger
language plpgsql
as $$
declare
  is_kept boolean;
begin
  if current_setting('lectern.clearing', true) is distinct from 'on' then
    execute format('select exists (select from %I where %s)', tg_table_name, tg_argv[0]) into is_kept;
    if is_kept then
      raise exception 'what results follow from is never deleted' using errcode = 'restrict_violation', constraint = 'record_kept';
    end if;
  end if;
  return null;
end
$$;

create trigger round_not_emptied before truncate on round
for each statement execute function refuse_emptying('frozen is not null');
create trigger round_activity_not_emptied before truncate on round_activity
for each statement execute function refuse_emptying('exists (select from round where round.id = round_id and frozen is not null)');
create trigger assignment_not_emptied before truncate on assignment
for each statement execute function refuse_emptying('is_finished and exists (select from round where round.id = round_id and frozen is not null)');
create trigger sheet_not_emptied before truncate on sheet
for each statement execute function refuse_emptying(
  'number is not null and exists (
    select from assignment join round on round.id = round_id where assignment.id = assignment_id and frozen is not null
  )'
);
create trigger tie_decision_not_emptied before truncate on tie_decision
for each statement execute function refuse_emptying('exists (select from settlement where settlement.round_id = tie_decision.round_id)');
create trigger prize_rules_not_emptied before truncate on prize_rules
for each statement execute function refuse_emptying('frozen is not null');
create trigger result_list_not_emptied before truncate on result_list
for each statement execute function refuse_emptying('public_version is not null');
create trigger result_decision_not_emptied before truncate on result_decision
for each statement execute function refuse_emptying('true');
create trigger certificate_not_emptied before truncate on certificate
for each statement execute function refuse_emptying('true');
