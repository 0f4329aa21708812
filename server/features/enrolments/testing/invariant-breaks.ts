import type { InvariantBreaks } from '../../../testing/invariant-breaks.ts'

const anEnrolment = (state: string): string => `(select id from enrolment where state = '${state}' order by id limit 1)`

export const invariantBreaks: InvariantBreaks = {
  'the seat count of an activity equals its occupied seats': {
    by: [
      `update tally set taken = taken + 1 where activity_id = (select activity_id from tally where capacity is null limit 1)`,
    ],
  },
  'the seat count of an activity equals its waiting teams and the seats reserved for them': {
    by: [`update tally set waiting = waiting + 1 where activity_id = (select activity_id from tally limit 1)`],
  },
  'a team on the waiting list has a draft in the same activity': {
    by: [
      `insert into waiting (team_id, activity_id, joined_at)
       select team_id, activity_id, now() from enrolment where id = ${anEnrolment('approved')}`,
      `update tally set waiting = waiting + 1
       where activity_id = (select activity_id from enrolment where id = ${anEnrolment('approved')})`,
    ],
  },
  'occupied and reserved seats never exceed the capacity of the seat count': {
    by: [
      `update tally set capacity = 1 where activity_id = (select activity_id from enrolment where id = ${anEnrolment('approved')})`,
    ],
    alsoBreaks: ['an activity and its seat count have the same capacity'],
  },
  'occupied seats never exceed the capacity of the activity': {
    by: [
      `update activity set capacity = 0 where id = (select activity_id from enrolment where state = 'approved' order by id limit 1)`,
    ],
    alsoBreaks: ['an activity and its seat count have the same capacity'],
  },
  'an activity and its seat count have the same capacity': {
    by: [
      `delete from tally where activity_id = (select id from activity where id not in (select activity_id from enrolment) limit 1)`,
    ],
  },
  'enrolment numbers are unique, and none exceeds the last assigned one': {
    by: [
      `update tally set last_number = 0 where activity_id = (select activity_id from enrolment where sequence > 0 limit 1)`,
    ],
  },
  'the events of an enrolment follow each other and lead to its state': {
    by: [`delete from enrolment_event where enrolment_id = ${anEnrolment('approved')} and to_state = 'approved'`],
  },
  'every event of an enrolment is an allowed transition': {
    by: [
      `update enrolment_event set from_state = 'withdrawn' where to_state = 'approved' and enrolment_id = ${anEnrolment('approved')}`,
    ],
    alsoBreaks: ['the events of an enrolment follow each other and lead to its state'],
  },
  'exactly the submitted enrolments have a number and a time of submission': {
    by: [`update enrolment set submitted_at = null where id = ${anEnrolment('submitted')}`],
  },
  'exactly the decided enrolments have a time of decision': {
    by: [`update enrolment set decided_at = null where id = ${anEnrolment('approved')}`],
  },
  'exactly the returned enrolments have a deadline for resubmission': {
    by: [`update enrolment set resubmit_by = now() where id = ${anEnrolment('approved')}`],
  },
  'an enrolment is in the activity of its team': {
    by: [
      `update team set activity_id = (select id from activity where id <> team.activity_id limit 1)
       where id = (select team_id from enrolment where state = 'draft' order by id limit 1)`,
    ],
    alsoBreaks: ['a team member has the activity of the team'],
  },
  'a deleted account is only in teams whose enrolment was submitted': {
    by: [
      `update account set status = 'deleted' where id = (
         select min(account_id::text)::uuid from team_member join enrolment using (team_id) where number is null
       )`,
    ],
  },
  'a disbanded team has no open enrolment': {
    by: [
      `delete from team_member where team_id = (select team_id from enrolment where state = 'draft' order by id limit 1)`,
      `update team set disbanded_at = now() where id = (select team_id from enrolment where state = 'draft' order by id limit 1)`,
    ],
  },
}
