import { useEffect, useState } from 'react'
import type { Audience } from '@lectern/contract/announcements.ts'
import type { Client } from '../../request/client.ts'
import { findRecipients } from './api.ts'

interface Asked {
  audience: Audience
  search?: string
  page?: number
  pageSize?: number
}

type Found = Awaited<ReturnType<typeof ask>>

const ask = (client: Client, asked: Asked, signal?: AbortSignal) =>
  client(findRecipients, { body: asked }, { skipErrorHandler: true, ...(signal && { signal }) })

/** Debounces changes of the conditions. */
const debounceMilliseconds = 300

interface Recipients {
  found: Found | undefined
  isBusy: boolean
  isFailed: boolean
}

/** Recipients of an audience, loaded again on every change. The last result stays until then. */
export const useRecipients = (client: Client, asked: Asked): Recipients => {
  const [state, setState] = useState<Recipients>({ found: undefined, isBusy: true, isFailed: false })
  const key = JSON.stringify(asked)
  useEffect(() => {
    const stopping = new AbortController()
    setState((before) => ({ ...before, isBusy: true }))
    const timer = setTimeout(() => {
      ask(client, JSON.parse(key) as Asked, stopping.signal).then(
        (found) => setState({ found, isBusy: false, isFailed: false }),
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
