import type { Feature } from '../../platform/feature.ts'
import { startDispatcher, type Dispatcher } from './dispatcher.ts'

export const tasksFeature: Feature = {
  name: 'tasks',
  start: (program) => {
    let dispatcher: Dispatcher | undefined
    return {
      runTasks: (runners, timing) => {
        dispatcher = startDispatcher({ ...program, runners, timing })
      },
      listens: { task_cancelled: (id) => dispatcher?.cancel(id) },
      stop: () => dispatcher?.stop(),
      close: async () => dispatcher?.close(),
    }
  },
}
