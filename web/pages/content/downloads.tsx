import { PageHead } from '../../app/page-head.tsx'
import { DownloadItem } from '../../features/materials/components/download-item.tsx'
import { MaterialFilters } from '../../features/materials/components/material-filters.tsx'
import { MaterialListing } from '../../features/materials/components/material-listing.tsx'
import { MaterialPage } from '../../features/materials/components/material-page.tsx'
import { MaterialSearch } from '../../features/materials/components/material-search.tsx'
import { loadMaterials } from '../../features/materials/load-materials.ts'
import { canonicalPath, readMaterialAddress } from '../../features/materials/material-address.ts'
import type { LoaderInput } from '../../router/route.ts'
import { useData } from '../../router/router-context.tsx'
import { useIntl } from '../../ui/intl.tsx'

const path = '/Trivia/Download'

export const loader = async ({ query, client }: LoaderInput) => {
  const address = { ...readMaterialAddress(query), kind: undefined }
  return { address, materials: await loadMaterials(client, address, { kinds: ['file'] }) }
}

export default function Downloads() {
  const { address, materials } = useData<typeof loader>()
  const intl = useIntl()
  const title = intl.formatMessage({ id: 'material.page.downloads' })
  const lead = intl.formatMessage({ id: 'material.page.downloads.lead' })
  return (
    <>
      <PageHead title={title} description={lead} {...canonicalPath(path, address, materials)} />
      <MaterialPage title={title} lead={lead} aside={<MaterialSearch path={path} address={address} />}>
        <MaterialFilters path={path} address={address} />
        <MaterialListing path={path} address={address} materials={materials}>
          {materials.list.map((card) => (
            <DownloadItem key={card.id} card={card} />
          ))}
        </MaterialListing>
      </MaterialPage>
    </>
  )
}
