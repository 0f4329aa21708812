import type { AnswerOf, QueryInputOf } from '@lectern/contract/endpoint.ts'
import type * as contract from '@lectern/contract/tasks.ts'
import { useEffect, useMemo, useState } from 'react'
import type { Client } from '../../request/client.ts'
import { listTasks } from './api.ts'

export type TaskList = AnswerOf<typeof contract.listTasks>
export type TaskQuery = QueryInputOf<typeof contract.listTasks>

interface LiveTasks {
  list: TaskList
  /** When it was asked for, by the clock of this browser. */
  at: number
}

const pollMilliseconds = 3_000

/** The list as it was loaded, and every few seconds anew while a task waits or runs and the page is in sight. */
export const useLiveTasks = (client: Client, loaded: TaskList, query: TaskQuery): LiveTasks => {
  const [fresh, setFresh] = useState<LiveTasks & { since: TaskList }>()
  const first = useMemo(() => ({ list: loaded, at: Date.now() }), [loaded])
  const { list, at } = fresh?.since === loaded ? fresh : first
  const isMoving = list.counts.waiting + list.counts.running > 0
  const asked = JSON.stringify(query)
  useEffect(() => {
    if (!isMoving) return
    const controller = new AbortController()
    const ask = (): void => {
      if (document.visibilityState === 'hidden') return
      // After a failure the former list stays; the next request comes soon.
      client(
        listTasks,
        { query: JSON.parse(asked) as TaskQuery },
        { skipErrorHandler: true, signal: controller.signal },
      ).then(
        (now) => setFresh({ since: loaded, list: now, at: Date.now() }),
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
  }, [client, loaded, asked, isMoving])
  return { list, at }
}
