import type { InvariantBreaks } from '../../../testing/invariant-breaks.ts'

const anEnrolment = (state: string): string => `(select id from enrolment where state = '${state}' order by id limit 1)`

const aWork = (state: string): string => `(select id from work where state = '${state}' order by id limit 1)`

export const invariantBreaks: InvariantBreaks = {
  'a work beyond draft belongs to an approved enrolment': {
    by: [
      `update work set enrolment_id = other.id, team_id = other.team_id, activity_id = other.activity_id, edition_id = other.edition_id
       from enrolment as other where other.id = ${anEnrolment('submitted')} and work.id = ${aWork('returned')}`,
    ],
  },
  'a work belongs to the team and activity of its enrolment': {
    by: [
      `update work set team_id = (select id from team where id <> work.team_id limit 1) where id = ${aWork('accepted')}`,
    ],
  },
  'submissions of a work are numbered from 1 without gaps and chained by their hashes': {
    by: [`update work set submission = 2 where id = ${aWork('accepted')}`],
  },
  'the hash of a manifest is that of its text': {
    by: [`update submission set hash = sha256('other') where work_id = ${aWork('accepted')}`],
  },
  'every file that a submission names exists with its hash': {
    by: [
      `update file set sha256 = sha256('other')
       where id = (select file_id from submission_file where work_id = ${aWork('accepted')} limit 1)`,
    ],
  },
  'the steps of a work follow each other and lead to its state': {
    by: [`update work set state = 'withdrawn' where id = ${aWork('submitted')}`],
  },
  'every step of a work is one that may be taken': {
    by: [
      `update work_event set to_state = 'returned' where work_id = ${aWork('accepted')} and to_state = 'submitted'`,
      `update work_event set from_state = 'returned' where work_id = ${aWork('accepted')} and to_state = 'accepted'`,
    ],
  },
  'what was decided on, and nothing else, has the time of a decision': {
    by: [`update work set decided_at = null where id = ${aWork('accepted')}`],
  },
  'what was returned, and nothing else, has a time by which it is answered': {
    by: [`update work set resubmit_by = now() where id = ${aWork('accepted')}`],
  },
  'nothing is submitted after the end without grace, extension, return or an upload that was started in time': {
    by: [`update submission set is_late = true, submitted_at = '2099-01-01Z' where work_id = ${aWork('accepted')}`],
  },
  'the files of a part that is being prepared have different positions': {
    by: [`update work_file set position = 0 where part = 'slides'`],
  },
}
