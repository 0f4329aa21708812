/**
 * Long work that runs in the background. `inspect`: probe, clean and scan one file of a work. `recheck`: compare the works of an activity
 * with its new rules, or one work with the new names of its team. `renewCopies`: make the copies for experts again. `bundle`: put the files of an activity into an archive. `plan`: assign
 * the works of a round to experts. `settle`: compute its scores. `issueCertificates`: number certificates and make their PDFs.
 * `bundleCertificates`: put them into an archive. `rank`: compute the result list of an activity.
 */
export const taskKinds = [
  'inspect',
  'recheck',
  'renewCopies',
  'bundle',
  'plan',
  'settle',
  'issueCertificates',
  'bundleCertificates',
  'rank',
] as const
export type TaskKind = (typeof taskKinds)[number]

/** `failed`: all attempts failed; an organiser may retry it. */
export const taskMoves = {
  waiting: ['running', 'cancelled'],
  running: ['waiting', 'done', 'failed', 'cancelled'],
  done: [],
  failed: ['waiting'],
  cancelled: ['waiting'],
} as const satisfies Record<string, readonly string[]>
export type TaskState = keyof typeof taskMoves
export const taskStates = Object.keys(taskMoves) as [TaskState, ...TaskState[]]

/** How often a task is tried before it is left to an organiser. */
export const maxTaskAttempts = 5
