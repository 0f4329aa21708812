import type { ActivityId, EditionId } from '@lectern/contract/ids.ts'
import { maxSearchLength } from '@lectern/contract/search/search-limits.ts'
import { readPage } from '../../ui/page-numbers.ts'
import { galleryPath } from './result-paths.ts'

/** A file, not a page. */
export const workFileAddress = (id: string, number: number): string => `/api/public/works/${id}/files/${number}`

/** What the gallery is filtered by, in the address. */
export interface GalleryAddress {
  edition: EditionId | undefined
  activity: ActivityId | undefined
  prize: string | undefined
  search: string | undefined
  page: number
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

/** Reads the address; invalid values are ignored. */
export const readGalleryAddress = (params: URLSearchParams): GalleryAddress => {
  const readId = <Id extends string>(name: string): Id | undefined =>
    params
      .getAll(name)
      .slice(0, 1)
      .find((id): id is Id => uuid.test(id))
  return {
    edition: readId<EditionId>('edition'),
    activity: readId<ActivityId>('activity'),
    prize: params.get('prize')?.trim().slice(0, 40) || undefined,
    search: params.get('search')?.trim().slice(0, maxSearchLength) || undefined,
    page: readPage(params),
  }
}

/** Defaults are left out, so that each list has one address. */
export const filteredGalleryPath = ({ page = 1, ...filters }: Partial<GalleryAddress>): string => {
  const query = new URLSearchParams()
  for (const name of ['edition', 'activity', 'prize', 'search'] as const)
    if (filters[name]) query.set(name, filters[name])
  if (page > 1) query.set('page', String(page))
  return query.size > 0 ? `${galleryPath}?${query}` : galleryPath
}
