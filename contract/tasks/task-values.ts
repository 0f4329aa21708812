/**
 * Long work that runs in the background. `inspect`: probe, clean and scan one file of a work. `confirm`: compare a file that a browser has sent to the bucket
 * with the SHA-256 that it has computed. `recheck`: compare the works of an activity
 * with its new rules, or one work with the new names of its team. `renewCopies`: make the copies for experts again. `makeCovers`: make small pictures
 * of the files of a work. `makePages`: make the pages of its slides. `bundle`: put the files of an activity into an archive. `plan`: assign
 * the works of a round to experts. `settle`: compute its scores. `issueCertificates`: number certificates and make their PDFs.
 * `bundleCertificates`: put them into an archive. `pictureCertificates`: make pictures of them. `rank`: compute the result list of an activity.
 * `scan`: have a scanner look for malware in files that are due.
 * `deliverEvents`: send what waits for the addresses of webhooks.
 */
export const taskKinds = [
  'inspect',
  'confirm',
  'recheck',
  'renewCopies',
  'makeCovers',
  'makePages',
  'bundle',
  'plan',
  'settle',
  'issueCertificates',
  'bundleCertificates',
  'pictureCertificates',
  'rank',
  'scan',
  'deliverEvents',
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
