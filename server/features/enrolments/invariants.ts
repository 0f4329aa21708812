import { enrolmentMoves, placeStates } from '@lectern/contract/enrolments/enrolment-values.ts'
import type { Invariant } from '../../platform/invariants.ts'

const listOf = (states: readonly string[]): string => states.map((state) => `'${state}'`).join(',')

const moves = Object.entries(enrolmentMoves)
  .flatMap(([from, all]) => all.map((to) => `('${from}', '${to}')`))
  .join(',')

/** Each step with the state that the previous step led to; before the first there is a draft. */
const steps = `
  select enrolment_id, position, coalesce(from_state, 'draft') as from_state, to_state,
    coalesce(lag(to_state) over (partition by enrolment_id order by position), 'draft') as expected
  from enrolment_event`

export const enrolmentInvariants: readonly Invariant[] = [
  {
    name: 'the seat count of an activity equals its occupied seats',
    broken: `
      select activity_id as id from tally left join lateral (
        select count(*) as present from enrolment
        where enrolment.activity_id = tally.activity_id and state in (${listOf(placeStates)})
      ) as counted on true
      where taken <> present`,
  },
  {
    name: 'the seat count of an activity equals its waiting teams and the seats reserved for them',
    broken: `
      select activity_id as id from tally left join lateral (
        select count(*) as present, count(offered_until) as held from waiting
        where waiting.activity_id = tally.activity_id
      ) as counted on true
      where waiting <> present or offered <> held`,
  },
  {
    name: 'a team on the waiting list has a draft in the same activity',
    broken: `
      select waiting.team_id as id from waiting left join enrolment using (team_id)
      where enrolment.state is distinct from 'draft' or enrolment.activity_id <> waiting.activity_id`,
  },
  {
    name: 'occupied and reserved seats never exceed the capacity of the seat count',
    broken: `select activity_id as id from tally where capacity is not null and taken + offered > capacity`,
  },
  {
    name: 'occupied seats never exceed the capacity of the activity',
    broken: `
      select activity.id from activity
      join enrolment on activity_id = activity.id and enrolment.state in (${listOf(placeStates)})
      where capacity is not null group by activity.id having count(*) > capacity`,
  },
  {
    name: 'an activity and its seat count have the same capacity',
    broken: `
      select activity.id from activity left join tally on activity_id = activity.id
      where activity_id is null or activity.capacity is distinct from tally.capacity`,
  },
  {
    name: 'enrolment numbers are unique, and none exceeds the last assigned one',
    broken: `
      select min(enrolment.id::text) as id from enrolment where number is not null group by number having count(*) > 1
      union all
      select enrolment.id::text from enrolment join tally using (activity_id) where sequence > last_number`,
  },
  {
    name: 'the events of an enrolment follow each other and lead to its state',
    broken: `
      select enrolment_id as id from (${steps}) as step where from_state <> expected
      union
      select enrolment.id from enrolment left join lateral (
        select to_state from enrolment_event where enrolment_id = enrolment.id order by position desc limit 1
      ) as latest on true
      where coalesce(to_state, 'draft') <> state`,
  },
  {
    name: 'every event of an enrolment is an allowed transition',
    broken: `select enrolment_id as id from (${steps}) as step where (from_state, to_state) not in (${moves})`,
  },
  {
    name: 'exactly the submitted enrolments have a number and a time of submission',
    broken: `
      select id from enrolment
      where (number is not null) <> (submitted_at is not null)
        or (number is not null) <> exists (
          select from enrolment_event where enrolment_id = enrolment.id and to_state = 'submitted'
        )`,
  },
  {
    name: 'exactly the decided enrolments have a time of decision',
    broken: `select id from enrolment where (decided_at is not null) <> (state in ('approved', 'returned', 'rejected'))`,
  },
  {
    name: 'exactly the returned enrolments have a deadline for resubmission',
    broken: `select id from enrolment where (resubmit_by is not null) <> (state = 'returned')`,
  },
  {
    name: 'an enrolment is in the activity of its team',
    broken: `
      select enrolment.id from enrolment join team on team.id = team_id where enrolment.activity_id <> team.activity_id`,
  },
  {
    // What was submitted is a record of the contest, in which the place of who is gone stays without a name.
    name: 'a deleted account is only in teams whose enrolment was submitted',
    broken: `
      select account.id from team_member join account on account.id = account_id
      left join enrolment using (team_id)
      where account.status = 'deleted' and enrolment.number is null`,
  },
  {
    name: 'a disbanded team has no open enrolment',
    broken: `
      select enrolment.id from enrolment join team on team.id = team_id
      where disbanded_at is not null and state not in ('withdrawn', 'rejected')`,
  },
]
