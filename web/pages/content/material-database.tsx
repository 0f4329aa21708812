import { PageHead } from '../../app/page-head.tsx'
import { MaterialFilters } from '../../features/materials/components/material-filters.tsx'
import { MaterialListing } from '../../features/materials/components/material-listing.tsx'
import { MaterialPage } from '../../features/materials/components/material-page.tsx'
import { MaterialSearch } from '../../features/materials/components/material-search.tsx'
import { MaterialTable } from '../../features/materials/components/material-table.tsx'
import { kindWithin, loadMaterials } from '../../features/materials/load-materials.ts'
import { canonicalPath, readMaterialAddress } from '../../features/materials/material-address.ts'
import type { LoaderInput } from '../../router/route.ts'
import { useData } from '../../router/router-context.tsx'
import { useIntl } from '../../ui/intl.tsx'

const path = '/database/list'
/** Documents have their own list. */
const kinds = ['file', 'video', 'photo'] as const

export const loader = async ({ query, client }: LoaderInput) => {
  const filters = readMaterialAddress(query)
  const address = { ...filters, kind: kindWithin(filters.kind, kinds) }
  return { address, materials: await loadMaterials(client, address, { kinds }) }
}

export default function MaterialDatabase() {
  const { address, materials } = useData<typeof loader>()
  const intl = useIntl()
  const title = intl.formatMessage({ id: 'material.page.database' })
  const lead = intl.formatMessage({ id: 'material.page.database.lead' })
  return (
    <>
      <PageHead title={title} description={lead} {...canonicalPath(path, address, materials)} />
      <MaterialPage title={title} lead={lead} aside={<MaterialSearch path={path} address={address} />}>
        <MaterialFilters path={path} address={address} kinds={kinds} />
        <MaterialListing path={path} address={address} materials={materials}>
          <MaterialTable path={path} address={address} cards={materials.list} />
        </MaterialListing>
      </MaterialPage>
    </>
  )
}
