import { useEffect, useState } from 'react'
import type { ArticleKind } from '@lectern/contract/article-kinds.ts'
import type { NewsId } from '@lectern/contract/ids.ts'
import type { OfficeHit } from '@lectern/contract/office-shell.ts'
import { editPath } from '../../features/articles/article-address.ts'
import { officeSearch } from '../../features/office/api.ts'
import type { Client } from '../../request/client.ts'

/** Where a hit is looked at or changed. */
export const addressOf = ({ kind, id, variant }: OfficeHit): string => {
  const addresses: Record<OfficeHit['kind'], string> = {
    enrolment: `/Admin/Enrolment/${id}`,
    team: `/Admin/Team?team=${id}`,
    member: `/Admin/Member?id=${id}`,
    activity: `/Admin/Activity/Edit?id=${id}`,
    article: editPath(variant as ArticleKind, id as NewsId),
    material: `/Admin/Material/Edit?id=${id}`,
    expert: `/Admin/Expert/Edit?id=${id}`,
  }
  return addresses[kind]
}

const waitMilliseconds = 200

interface Found {
  q: string
  list: readonly OfficeHit[]
}

/** What the server finds, once the typing pauses. `isBusy`: what is shown belongs to other words. */
export const useHits = (client: Client, typed: string): { hits: readonly OfficeHit[]; isBusy: boolean } => {
  const q = typed.trim()
  const [found, setFound] = useState<Found>({ q: '', list: [] })
  useEffect(() => {
    if (q === '') return setFound({ q: '', list: [] })
    const controller = new AbortController()
    const timer = setTimeout(() => {
      client(officeSearch, { query: { q } }, { signal: controller.signal, skipErrorHandler: true }).then(
        ({ list }) => setFound({ q, list }),
        () => {
          if (!controller.signal.aborted) setFound({ q, list: [] })
        },
      )
    }, waitMilliseconds)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [client, q])
  return { hits: found.list, isBusy: found.q !== q }
}
