import type { ComputedList } from '@lectern/contract/results/compute-list.ts'
import type { ListInput } from '@lectern/contract/results/list-input.ts'
import type { ScoreInput } from '@lectern/contract/scores/score-input.ts'
import { runInThread } from '../../platform/one-thread.ts'
import type { ListTask, Rankings } from './list-tasks.ts'

const script = new URL('./list-worker.ts', import.meta.url)

export const computeInThread = (input: ListInput, signal?: AbortSignal): Promise<ComputedList> =>
  runInThread(script, { kind: 'compute', input } satisfies ListTask, signal)

export const rankingsInThread = (input: ListInput, scores: readonly ScoreInput[]): Promise<Rankings> =>
  runInThread(script, { kind: 'rankings', input, scores } satisfies ListTask)
