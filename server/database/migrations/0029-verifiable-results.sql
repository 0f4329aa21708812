-- Results that anybody can check: decisions with an id, digests of what lists show, and what the database refuses to delete.

-- Works that the chair decided together. Null: recorded by a process of the version before.
alter table tie_decision add column decision_id uuid;
update tie_decision set decision_id = given.id
from (
  select round_id, decided_by, decided_at, gen_random_uuid() as id from tie_decision group by round_id, decided_by, decided_at
) as given
where given.round_id = tie_decision.round_id and given.decided_by is not distinct from tie_decision.decided_by
  and given.decided_at = tie_decision.decided_at;
