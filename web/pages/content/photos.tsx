import { readMaterial, type MaterialCard } from '@lectern/contract/materials/materials.ts'
import { PageHead } from '../../app/page-head.tsx'
import { MaterialListing } from '../../features/materials/components/material-listing.tsx'
import { MaterialPage } from '../../features/materials/components/material-page.tsx'
import { PhotoGrid } from '../../features/materials/components/photo-grid.tsx'
import { PhotoViewer } from '../../features/materials/components/photo-viewer.tsx'
import { loadMaterials } from '../../features/materials/load-materials.ts'
import { canonicalPath, listPath, readId, readMaterialAddress } from '../../features/materials/material-address.ts'
import { changeAddress } from '../../router/history.ts'
import type { LoaderInput } from '../../router/route.ts'
import { useData, useRouter, useRouterState } from '../../router/router-context.tsx'
import { useIntl } from '../../ui/intl.tsx'

const path = '/Trivia/Wonderful'
const photosOnPage = 24

export const loader = async ({ query, client }: LoaderInput) => {
  const address = readMaterialAddress(new URLSearchParams({ page: query.get('page') ?? '' }))
  const id = readId(query, 'photo')
  const photos = await loadMaterials(client, address, { kinds: ['photo'], pageSize: photosOnPage })
  if (!id || photos.list.some((photo) => photo.id === id)) return { address, photos }
  // The photo is not on this page of the list.
  const extraPhoto = await client(readMaterial, { params: { id } }, { skipErrorHandler: true })
  return { address, photos, ...(extraPhoto.kind === 'photo' && { extraPhoto }) }
}

export default function Photos() {
  const { address, photos, extraPhoto } = useData<typeof loader>()
  const router = useRouter()
  const { search } = useRouterState().place
  const intl = useIntl()
  const title = intl.formatMessage({ id: 'material.page.photos' })
  const lead = intl.formatMessage({ id: 'material.page.photos.lead' })
  const shownId = readId(new URLSearchParams(search), 'photo')
  const all: readonly MaterialCard[] = extraPhoto ? [extraPhoto, ...photos.list] : photos.list
  const current = all.find(({ id }) => id === shownId)
  const pathOf = (photo: MaterialCard | undefined): string => {
    const list = listPath(path, address)
    return photo ? `${list}${list.includes('?') ? '&' : '?'}photo=${photo.id}` : list
  }
  return (
    <>
      <PageHead
        title={current?.title ?? title}
        description={current?.summary || lead}
        {...(current ? { path: `${path}?photo=${current.id}` } : canonicalPath(path, address, photos))}
      />
      <MaterialPage title={title} lead={lead}>
        <MaterialListing path={path} address={address} materials={photos}>
          <PhotoGrid photos={photos.list} pathOf={pathOf} onOpen={(photo) => changeAddress(router, pathOf(photo))} />
        </MaterialListing>
      </MaterialPage>
      {current && (
        <PhotoViewer
          photos={all}
          shown={current}
          pathOf={pathOf}
          onShow={(photo) => changeAddress(router, pathOf(photo), { replace: true })}
        />
      )}
    </>
  )
}
