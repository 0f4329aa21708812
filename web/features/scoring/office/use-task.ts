import type { BackgroundTask } from '@lectern/contract/tasks.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Client } from '../../../request/client.ts'
import { readTask } from '../../tasks/api.ts'

const pollMilliseconds = 2_000

export const isUnderWay = ({ state }: Pick<BackgroundTask, 'state'>): boolean =>
  state === 'waiting' || state === 'running'

/** A task as it was loaded, then followed until it ends. */
export const useTask = (
  client: Client,
  loaded: BackgroundTask | undefined,
  onEnd: () => void,
): BackgroundTask | undefined => {
  const [fresh, setFresh] = useState<BackgroundTask>()
  const current = fresh && fresh.id === loaded?.id && isUnderWay(loaded) ? fresh : loaded
  const id = current && isUnderWay(current) ? current.id : undefined
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    if (id === undefined) return
    const controller = new AbortController()
    const ask = async (): Promise<void> => {
      const options = { skipErrorHandler: true, signal: controller.signal }
      // After a failure the next request comes soon.
      const task = await client(readTask, { params: { id } }, options).catch(() => undefined)
      if (!task || controller.signal.aborted) return
      setFresh(task)
      if (!isUnderWay(task)) end()
    }
    const timer = setInterval(() => void ask(), pollMilliseconds)
    return () => {
      clearInterval(timer)
      controller.abort()
    }
  }, [client, id])
  return current
}
