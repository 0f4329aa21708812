import { runInThread } from '../../platform/one-thread.ts'
import type { IntegrityFigures, ScoreTask, SettledRound } from './score-tasks.ts'

const script = new URL('./score-worker.ts', import.meta.url)

/** Seconds for tens of thousands of sheets. */
export const settleInThread = (task: Omit<ScoreTask & { kind: 'settle' }, 'kind'>, signal?: AbortSignal) =>
  runInThread<SettledRound>(script, { kind: 'settle', ...task } satisfies ScoreTask, signal)

export const integrityInThread = (task: Omit<ScoreTask & { kind: 'integrity' }, 'kind'>) =>
  runInThread<IntegrityFigures>(script, { kind: 'integrity', ...task } satisfies ScoreTask)
