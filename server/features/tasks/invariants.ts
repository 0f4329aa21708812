import type { Invariant } from '../../platform/invariants.ts'

export const taskInvariants: readonly Invariant[] = [
  {
    name: 'a background task has an end if and only if it has ended',
    broken: `select id from task where (state in ('done', 'failed', 'cancelled')) <> (finished_at is not null)`,
  },
  {
    name: 'a background task that runs or is done was started',
    broken: `select id from task where state in ('running', 'done') and (started_at is null or attempts = 0)`,
  },
  {
    name: 'a background task that has failed says why',
    broken: `select id from task where state = 'failed' and error is null`,
  },
  {
    name: 'the file that a background task made is kept until a moment',
    broken: 'select id from task where (file_id is null) <> (file_until is null)',
  },
]
