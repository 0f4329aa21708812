import { runInThread } from '../../../platform/threads/thread-pool.ts'
import type { IntegrityFigures, ScoreTask, SettledRound } from './score-tasks.ts'

const module = new URL('./score-tasks.ts', import.meta.url).href

/** Many times what tens of thousands of sheets take. */
const seconds = 300

export const settleInThread = (task: Omit<ScoreTask & { kind: 'settle' }, 'kind'>, signal?: AbortSignal) =>
  runInThread<SettledRound>(
    { module, input: { kind: 'settle', ...task } satisfies ScoreTask },
    { lane: signal ? 'task' : 'request', seconds, signal },
  )

export const integrityInThread = (task: Omit<ScoreTask & { kind: 'integrity' }, 'kind'>) =>
  runInThread<IntegrityFigures>({ module, input: { kind: 'integrity', ...task } satisfies ScoreTask }, { seconds })
