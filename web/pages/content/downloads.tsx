import { readMaterial } from '@lectern/contract/materials/materials.ts'
import { PageHead } from '../../app/page-head.tsx'
import { DownloadItem } from '../../features/materials/components/download-item.tsx'
import { MaterialFilters } from '../../features/materials/components/material-filters.tsx'
import { MaterialListing } from '../../features/materials/components/material-listing.tsx'
import { MaterialPage } from '../../features/materials/components/material-page.tsx'
import { MaterialSearch } from '../../features/materials/components/material-search.tsx'
import { loadMaterials } from '../../features/materials/load-materials.ts'
import { canonicalPath, readId, readMaterialAddress } from '../../features/materials/material-address.ts'
import type { LoaderInput } from '../../router/route.ts'
import { useData } from '../../router/router-context.tsx'
import { FormattedMessage, useIntl } from '../../ui/intl.tsx'

const path = '/Trivia/Download'

export const loader = async ({ query, client }: LoaderInput) => {
  const address = { ...readMaterialAddress(query), kind: undefined }
  const id = readId(query, 'id')
  const [materials, chosen] = await Promise.all([
    loadMaterials(client, address, { kinds: ['file'] }),
    id ? client(readMaterial, { params: { id } }, { skipErrorHandler: true }) : undefined,
  ])
  return { address, materials, chosen: chosen?.kind === 'file' ? chosen : undefined }
}

export default function Downloads() {
  const { address, materials, chosen } = useData<typeof loader>()
  const intl = useIntl()
  const title = intl.formatMessage({ id: 'material.page.downloads' })
  const lead = intl.formatMessage({ id: 'material.page.downloads.lead' })
  return (
    <>
      <PageHead
        title={chosen?.title ?? title}
        description={chosen?.summary || lead}
        {...(chosen ? { path: `${path}?id=${chosen.id}` } : canonicalPath(path, address, materials))}
      />
      <MaterialPage title={title} lead={lead} aside={<MaterialSearch path={path} address={address} />}>
        {chosen && (
          <>
            <DownloadItem card={chosen} />
            <h2>
              <FormattedMessage id="material.moreFiles" />
            </h2>
          </>
        )}
        <MaterialFilters path={path} address={address} />
        <MaterialListing path={path} address={address} materials={materials}>
          {materials.list
            .filter(({ id }) => id !== chosen?.id)
            .map((card) => (
              <DownloadItem key={card.id} card={card} />
            ))}
        </MaterialListing>
      </MaterialPage>
    </>
  )
}
