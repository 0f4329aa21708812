import type { MaterialCategory, MaterialKind } from '@lectern/contract/materials/material-values.ts'
import { listMaterials, type MaterialCard } from '@lectern/contract/materials/materials.ts'
import type { Page } from '@lectern/contract/paging.ts'
import type { Client } from '../../request/client.ts'
import type { MaterialAddress } from './material-address.ts'

interface Limits {
  /** Kinds on this page; the address may select one of them. */
  kinds?: readonly MaterialKind[]
  category?: MaterialCategory
  pageSize?: number
}

/** A kind that the page does not have is ignored. */
export const kindWithin = (kind: MaterialKind | undefined, kinds: readonly MaterialKind[]): MaterialKind | undefined =>
  kind && kinds.includes(kind) ? kind : undefined

/** Loads the list of the address, limited to the kinds and the category of the page. */
export const loadMaterials = (
  client: Client,
  address: Partial<MaterialAddress>,
  { kinds, category = address.category, pageSize }: Limits = {},
): Promise<Page<MaterialCard>> => {
  const { kind, search, sort, page } = address
  const wantedKind = kind ?? kinds?.join(',')
  return client(
    listMaterials,
    {
      query: {
        ...(wantedKind && { kind: wantedKind }),
        ...(category && { category }),
        ...(search && { search }),
        ...(sort && { sort }),
        ...(page && { page: String(page) }),
        ...(pageSize && { pageSize: String(pageSize) }),
      },
    },
    { skipErrorHandler: true },
  )
}
