import { listTasks } from '@lectern/contract/tasks/tasks.ts'
import type { AnswerOf, QueryInputOf } from '@lectern/contract/endpoint.ts'
import type * as contract from '@lectern/contract/tasks/tasks.ts'
import { useEffect, useState } from 'react'
import type { Client } from '../../request/client.ts'

type TaskList = AnswerOf<typeof contract.listTasks>
export type TaskQuery = QueryInputOf<typeof contract.listTasks>

export interface LiveTasks {
  list: TaskList
  /** When it was asked for, by the clock of this browser. */
  at: number
}

const pollMilliseconds = 3_000

export const askForTasks = async (client: Client, query: TaskQuery, signal?: AbortSignal): Promise<LiveTasks> => {
  const list = await client(listTasks, { query }, { skipErrorHandler: true, ...(signal && { signal }) })
  return { list, at: Date.now() }
}

/** The list as it was loaded, and every few seconds anew while a task waits or runs and the page is in sight. */
export const useLiveTasks = (client: Client, loaded: LiveTasks, query: TaskQuery): LiveTasks => {
  const [fresh, setFresh] = useState<{ since: LiveTasks; now: LiveTasks }>()
  const current = fresh?.since === loaded ? fresh.now : loaded
  const isMoving = current.list.counts.waiting + current.list.counts.running > 0
  const key = JSON.stringify(query)
  useEffect(() => {
    if (!isMoving) return
    const controller = new AbortController()
    const ask = (): void => {
      if (document.visibilityState === 'hidden') return
      // After a failure the former list stays; the next request comes soon.
      askForTasks(client, JSON.parse(key) as TaskQuery, controller.signal).then(
        (now) => setFresh({ since: loaded, now }),
        () => undefined,
      )
    }
    const timer = setInterval(ask, pollMilliseconds)
    document.addEventListener('visibilitychange', ask)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', ask)
      controller.abort()
    }
  }, [client, loaded, key, isMoving])
  return current
}
