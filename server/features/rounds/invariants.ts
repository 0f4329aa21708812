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
    name: 'a work is judged in a submission that was accepted',
    broken: `
      select entry.id from entry
      where not exists (
        select from work_event as decided
        join lateral (
          select submission from work_event as made
          where made.work_id = decided.work_id and made.kind = 'submission' and made.position < decided.position
          order by made.position desc limit 1
        ) as standing on true
        where decided.work_id = entry.work_id and decided.to_state = 'accepted' and standing.submission = entry.submission
      )`,
  },
  {
    name: 'an expert of a round is the person who accepted and signed the pledge in the log',
    broken: `
      select reviewer.id from reviewer join audit on subject_kind = 'reviewer' and subject_id = reviewer.id::text
      where action in ('reviewer.answered', 'reviewer.pledged') and actor_id <> account_id`,
  },
  {
    name: 'nobody judges a work against a standing conflict',
    broken: `
      select assignment.id from assignment
      join conflict on conflict.reviewer_id = assignment.reviewer_id and conflict.entry_id = assignment.entry_id
      where assignment.state in ('open', 'kept') and conflict.lifted_at is null`,
  },
  {
    name: 'no expert reads a word that was blanked in the texts of a work',
    // Apart from the function that blanks them: a word in letters counts only where it is no part of a longer one.
    broken: String.raw`
      select entry.id from entry
      join blanked_word on blanked_word.work_id = entry.work_id
      join review_work on review_work.entry_id = entry.id
      cross join lateral (
        select regexp_replace(word, '([^[:alnum:][:space:]])', '\', 'g') as pattern,
          word ~ '[[:alpha:]]' and word !~ '[⺀-﫿𠀀-𿿿]' as is_in_letters
      ) as blanked
      where concat_ws(
        E'
', title, summary, (select string_agg(part ->> 'text', E'
') from jsonb_array_elements(parts) as part)
      ) ~ case when is_in_letters then '(?<![[:alnum:]])' || pattern || '(?![[:alnum:]])' else pattern end`,
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
