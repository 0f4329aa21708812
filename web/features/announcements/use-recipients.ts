import { useEffect, useState } from 'react'
import { findRecipients, type Audience } from '@lectern/contract/announcements/announcements.ts'
import type { Client } from '../../request/client.ts'

interface Asked {
  audience: Audience
  search?: string
  page?: number
  pageSize?: number
}

type Found = Awaited<ReturnType<typeof ask>>

const ask = (client: Client, query: Asked, signal?: AbortSignal) =>
  client(findRecipients, { body: query }, { skipErrorHandler: true, ...(signal && { signal }) })

/** Debounces changes of the conditions. */
const debounceMilliseconds = 300

interface Recipients {
  answer: Found | undefined
  isBusy: boolean
  isFailed: boolean
}

/** Recipients of an audience, loaded again on every change. The last result stays until then. */
export const useRecipients = (client: Client, query: Asked): Recipients => {
  const [state, setState] = useState<Recipients>({ answer: undefined, isBusy: true, isFailed: false })
  const key = JSON.stringify(query)
  useEffect(() => {
    const stopping = new AbortController()
    setState((before) => ({ ...before, isBusy: true }))
    const timer = setTimeout(() => {
      ask(client, JSON.parse(key) as Asked, stopping.signal).then(
        (answer) => setState({ answer, isBusy: false, isFailed: false }),
        () => {
          if (!stopping.signal.aborted) setState((before) => ({ ...before, isBusy: false, isFailed: true }))
        },
      )
    }, debounceMilliseconds)
    return () => {
      clearTimeout(timer)
      stopping.abort()
    }
  }, [client, key])
  return state
}

export const countRecipients = (client: Client, audience: Audience): Promise<Found> =>
  client(findRecipients, { body: { audience, pageSize: 1 } })
