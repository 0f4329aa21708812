import type { TaskId } from '@lectern/contract/ids.ts'
import { readTask, type BackgroundTask } from '@lectern/contract/tasks/tasks.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Client } from '../../request/client.ts'

const pollMilliseconds = 1_000

export const isUnderWay = ({ state }: Pick<BackgroundTask, 'state'>): boolean =>
  state === 'waiting' || state === 'running'

/** How a task stands, asked every second until it has ended. */
export const useFollowedTask = (
  client: Client,
  id: TaskId | null,
  onEnd: (task: BackgroundTask) => void,
): BackgroundTask | undefined => {
  const [task, setTask] = useState<BackgroundTask>()
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    if (id === null) return
    const controller = new AbortController()
    const ask = (): void => {
      client(readTask, { params: { id } }, { skipErrorHandler: true, signal: controller.signal }).then(
        (now) => {
          setTask(now)
          if (isUnderWay(now)) return
          clearInterval(timer)
          end(now)
        },
        // The next request comes soon.
        () => undefined,
      )
    }
    const timer = setInterval(ask, pollMilliseconds)
    ask()
    return () => {
      clearInterval(timer)
      controller.abort()
    }
  }, [client, id])
  return task?.id === id ? task : undefined
}
