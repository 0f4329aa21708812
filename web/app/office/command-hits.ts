import { useEffect, useState } from 'react'
import { findInOffice, type OfficeHit } from '@lectern/contract/office/office-shell.ts'
import { screenAddress } from '../../features/admin-ui/screen-address.ts'
import type { Client } from '../../request/client.ts'

/** The page of the office that shows or edits a hit. */
export const addressOf = ({ kind, id, variant }: OfficeHit): string =>
  screenAddress(kind === 'member' ? 'account' : kind, id, variant)

const waitMilliseconds = 200

interface Found {
  q: string
  list: readonly OfficeHit[]
}

/** Hits of the server, debounced. `isBusy`: the hits still belong to an earlier input. */
export const useHits = (client: Client, typed: string): { hits: readonly OfficeHit[]; isBusy: boolean } => {
  const q = typed.trim()
  const [hits, setHits] = useState<Found>({ q: '', list: [] })
  useEffect(() => {
    if (q === '') return setHits({ q: '', list: [] })
    const controller = new AbortController()
    const timer = setTimeout(() => {
      client(findInOffice, { query: { q } }, { signal: controller.signal, skipErrorHandler: true }).then(
        ({ list }) => setHits({ q, list }),
        () => {
          if (!controller.signal.aborted) setHits({ q, list: [] })
        },
      )
    }, waitMilliseconds)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [client, q])
  return { hits: hits.list, isBusy: hits.q !== q }
}
