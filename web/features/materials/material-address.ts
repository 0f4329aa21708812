import {
  materialCategories,
  materialKinds,
  materialSorts,
  type MaterialCategory,
  type MaterialKind,
  type MaterialSort,
} from '@lectern/contract/materials/material-values.ts'
import type { MaterialCard } from '@lectern/contract/materials/materials.ts'
import { maxSearchLength } from '@lectern/contract/search/search-limits.ts'
import { readPage } from '../../ui/page-numbers.ts'

/** State of a list of materials in the address. */
export interface MaterialAddress {
  kind: MaterialKind | undefined
  category: MaterialCategory | undefined
  search: string | undefined
  sort: MaterialSort
  page: number
}

/** Reads the address; invalid values are ignored. */
export const readMaterialAddress = (query: URLSearchParams): MaterialAddress => ({
  kind: materialKinds.find((kind) => kind === query.get('kind')),
  category: materialCategories.find((category) => category === query.get('category')),
  search: query.get('search')?.trim().slice(0, maxSearchLength) || undefined,
  sort: materialSorts.find((sort) => sort === query.get('sort')) ?? 'newest',
  page: readPage(query),
})

/** The path of a list; defaults are left out, so that each list has one address. */
export const listPath = (path: string, address: Partial<MaterialAddress>): string => {
  const { kind, category, search, sort = 'newest', page = 1 } = address
  const query = new URLSearchParams({
    ...(kind && { kind }),
    ...(category && { category }),
    ...(search && { search }),
    ...(sort !== 'newest' && { sort }),
    ...(page > 1 && { page: String(page) }),
  })
  return query.size > 0 ? `${path}?${query}` : path
}

/** The canonical address, without search and sort order; undefined for an empty page. */
export const canonicalPath = (
  path: string,
  { search, ...address }: MaterialAddress,
  { list, total }: { list: readonly unknown[]; total: number },
): { path?: string } =>
  search || (list.length === 0 && total > 0) ? {} : { path: listPath(path, { ...address, sort: 'newest' }) }

/** An id in the address; undefined if it is invalid. */
export const readId = (query: URLSearchParams, name: string): string | undefined => {
  const id = query.get(name)?.trim().toLowerCase() ?? ''
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(id) ? id : undefined
}

/** The page of a material; undefined for a file, which is downloaded. */
export const materialPath = ({ id, kind }: Pick<MaterialCard, 'id' | 'kind'>): string | undefined => {
  switch (kind) {
    case 'markdown':
      return `/database/listMD?id=${id}`
    case 'video':
      return `/Trivia/Video?id=${id}`
    case 'photo':
      return `/Trivia/Wonderful?photo=${id}`
    case 'file':
      return undefined
  }
}
