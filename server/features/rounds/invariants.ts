import type { Invariant } from '../../platform/invariants.ts'

export const roundInvariants: readonly Invariant[] = [
  {
    name: 'the rules of an opened round are those that were frozen, and their hash recomputes',
    broken: `
      select id from round
      where frozen is not null and (
        frozen_hash <> sha256(convert_to(frozen, 'UTF8'))
        or frozen::jsonb -> 'rules' <> rules
        or frozen::jsonb ->> 'round' <> code
        or frozen::jsonb ->> 'previous' is distinct from previous_id::text
        or array(select each ->> 'id' from jsonb_array_elements(frozen::jsonb -> 'activities') as each order by 1)
          <> array(select activity_id::text from round_activity where round_id = round.id order by 1)
      )`,
  },
  {
    name: 'a work in a round belongs to one of its activities',
    broken: `
      select entry.id from entry join work on work.id = entry.work_id
      where not exists (
        select from round_activity
        where round_activity.round_id = entry.round_id and round_activity.activity_id = work.activity_id
      )`,
  },
  {
    name: 'a work that takes part in a planned or running round is accepted',
    broken: `
      select entry.id from entry join round on round.id = entry.round_id join work on work.id = entry.work_id
      where entry.removed_at is null and round.state in ('planned', 'open', 'paused', 'closed') and work.state <> 'accepted'`,
  },
  {
    name: 'nobody judges a work against a standing conflict',
    broken: `
      select assignment.id from assignment
      join conflict on conflict.reviewer_id = assignment.reviewer_id and conflict.entry_id = assignment.entry_id
      where assignment.state in ('open', 'kept') and conflict.lifted_at is null`,
  },
  {
    name: 'work, expert, panel and assignment belong to the same round',
    broken: `
      select assignment.id from assignment
      join entry on entry.id = assignment.entry_id
      join reviewer on reviewer.id = assignment.reviewer_id
      where assignment.round_id <> entry.round_id or assignment.round_id <> reviewer.round_id
      union
      select entry.id from entry join panel on panel.id = entry.panel_id where panel.round_id <> entry.round_id
      union
      select reviewer.id from reviewer join panel on panel.id = reviewer.panel_id
      where panel.round_id <> reviewer.round_id`,
  },
  {
    name: 'an expert who judges works is in the round, with no more works than their limit',
    broken: `
      select reviewer.id from reviewer join assignment on assignment.reviewer_id = reviewer.id
      where assignment.state = 'open'
      group by reviewer.id
      having reviewer.state in ('removed', 'declined') or count(*) > reviewer.max_works`,
  },
  {
    name: 'works of a draft are assigned to nobody',
    broken: `
      select assignment.id from assignment join round on round.id = assignment.round_id where round.state = 'draft'`,
  },
]
