import type { ComputedList } from '../ranking/compute-list.ts'
import type { ListInput } from '../ranking/list-input.ts'
import type { ScoreInput } from '../../../platform/scores/score-input.ts'
import { runInThread } from '../../../platform/threads/thread-pool.ts'
import type { ListTask, Rankings } from './list-tasks.ts'

const module = new URL('./list-tasks.ts', import.meta.url).href

/** Many times what ten thousand works take. */
const seconds = 300

export const computeInThread = (input: ListInput, signal?: AbortSignal): Promise<ComputedList> =>
  runInThread(
    { module, input: { kind: 'compute', input } satisfies ListTask },
    { lane: signal ? 'task' : 'request', seconds, signal },
  )

export const rankingsInThread = (input: ListInput, scores: readonly ScoreInput[]): Promise<Rankings> =>
  runInThread({ module, input: { kind: 'rankings', input, scores } satisfies ListTask }, { seconds })
