import { fileUrl, plainPictureUrl } from '@lectern/contract/files/file-addresses.ts'
import { readMaterial, type MaterialCard } from '@lectern/contract/materials/materials.ts'
import { PageHead } from '../../app/page-head.tsx'
import { useSite } from '../../app/site.tsx'
import { MaterialFilters } from '../../features/materials/components/material-filters.tsx'
import { MaterialListing } from '../../features/materials/components/material-listing.tsx'
import { MaterialPage } from '../../features/materials/components/material-page.tsx'
import { MaterialSearch } from '../../features/materials/components/material-search.tsx'
import { VideoPlayer } from '../../features/materials/components/video-player.tsx'
import { loadMaterials } from '../../features/materials/load-materials.ts'
import { canonicalPath, materialPath, readId, readMaterialAddress } from '../../features/materials/material-address.ts'
import type { LoaderInput } from '../../router/route.ts'
import { useData } from '../../router/router-context.tsx'
import { FormattedMessage, useIntl } from '../../ui/intl.tsx'
import styles from './videos.module.css'

const path = '/Trivia/Video'

export const loader = async ({ query, client }: LoaderInput) => {
  const address = { ...readMaterialAddress(query), kind: undefined }
  const id = readId(query, 'id')
  const [materials, chosen] = await Promise.all([
    loadMaterials(client, address, { kinds: ['video'] }),
    id ? client(readMaterial, { params: { id } }, { skipErrorHandler: true }) : undefined,
  ])
  return { address, materials, chosen: chosen?.kind === 'video' ? chosen : undefined }
}

const useStructured = (videos: readonly MaterialCard[]): Record<string, unknown> => {
  const { origin } = useSite()
  return {
    '@context': 'https://schema.org',
    '@graph': videos.flatMap(({ title, summary, locale, publishedAt, picture, file }) =>
      file
        ? [
            {
              '@type': 'VideoObject',
              name: title,
              description: summary || title,
              inLanguage: locale,
              uploadDate: publishedAt,
              contentUrl: origin + fileUrl(file.id),
              encodingFormat: file.type,
              ...(picture && { thumbnailUrl: origin + plainPictureUrl(picture.id, picture.width) }),
            },
          ]
        : [],
    ),
  }
}

export default function Videos() {
  const { address, materials, chosen } = useData<typeof loader>()
  const intl = useIntl()
  const title = intl.formatMessage({ id: 'material.page.videos' })
  const lead = intl.formatMessage({ id: 'material.page.videos.lead' })
  const others = materials.list.filter(({ id }) => id !== chosen?.id)
  return (
    <>
      <PageHead
        title={chosen?.title ?? title}
        description={chosen?.summary || lead}
        {...(chosen ? { path: materialPath(chosen)! } : canonicalPath(path, address, materials))}
        structured={useStructured(chosen ? [chosen] : materials.list)}
      />
      <MaterialPage title={title} lead={lead} aside={<MaterialSearch path={path} address={address} />}>
        {chosen && (
          <div className={styles.chosen}>
            <VideoPlayer card={chosen} chosen />
            <h2 className={styles.more}>
              <FormattedMessage id="material.moreVideos" />
            </h2>
          </div>
        )}
        <MaterialFilters path={path} address={address} sorts={['newest', 'title']} />
        <MaterialListing path={path} address={address} materials={materials}>
          <div className={styles.videos}>
            {others.map((card) => (
              <VideoPlayer key={card.id} card={card} />
            ))}
          </div>
        </MaterialListing>
      </MaterialPage>
    </>
  )
}
