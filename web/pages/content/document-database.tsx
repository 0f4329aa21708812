import { readMaterial, type MaterialDetail } from '@lectern/contract/materials/materials.ts'
import { PageHead } from '../../app/page-head.tsx'
import { useSite } from '../../app/site.tsx'
import { DocumentList } from '../../features/materials/components/document-list.tsx'
import { DocumentText } from '../../features/materials/components/document-text.tsx'
import { MaterialFilters } from '../../features/materials/components/material-filters.tsx'
import { MaterialListing } from '../../features/materials/components/material-listing.tsx'
import { MaterialPage } from '../../features/materials/components/material-page.tsx'
import { MaterialSearch } from '../../features/materials/components/material-search.tsx'
import { SectionLinks } from '../../features/materials/components/section-links.tsx'
import { loadMaterials } from '../../features/materials/load-materials.ts'
import {
  canonicalPath,
  listPath,
  materialPath,
  readId,
  readMaterialAddress,
} from '../../features/materials/material-address.ts'
import { Link } from '../../router/link.tsx'
import { withBase } from '../../router/match.ts'
import type { LoaderInput } from '../../router/route.ts'
import { useData } from '../../router/router-context.tsx'
import { FormattedMessage, useIntl } from '../../ui/intl.tsx'
import styles from './document-database.module.css'

const path = '/database/listMD'

export const loader = async ({ query, client }: LoaderInput) => {
  const address = { ...readMaterialAddress(query), kind: undefined }
  const id = readId(query, 'id')
  const [materials, documents] = await Promise.all([
    loadMaterials(client, address, { kinds: ['markdown'] }),
    id ? client(readMaterial, { params: { id } }, { skipErrorHandler: true }) : undefined,
  ])
  return { address, materials, document: documents?.kind === 'markdown' ? documents : undefined }
}

type Shown = Awaited<ReturnType<typeof loader>>

/** The address of a document beside the unchanged list. */
const pathOfDocument = (address: Shown['address'], id: string): string => {
  const list = listPath(path, address)
  return `${list}${list.includes('?') ? '&' : '?'}id=${id}`
}

const useStructured = ({ title, summary, locale, publishedAt, updatedAt, id }: MaterialDetail) => {
  const { origin, routerBase } = useSite()
  return {
    '@context': 'https://schema.org',
    '@type': 'DigitalDocument',
    name: title,
    ...(summary && { description: summary }),
    inLanguage: locale,
    datePublished: publishedAt,
    dateModified: updatedAt,
    url: origin + withBase(materialPath({ id, kind: 'markdown' })!, routerBase),
  }
}

/** One document with the list beside it. */
const Reading = ({ address, materials, document: read }: Shown & { document: MaterialDetail }) => {
  const intl = useIntl()
  return (
    <div className={styles.page}>
      <PageHead
        title={read.title}
        {...(read.summary && { description: read.summary })}
        path={materialPath(read)!}
        type="article"
        structured={useStructured(read)}
      />
      <SectionLinks />
      <div className={styles.columns}>
        <DocumentText document={read} />
        <aside
          className={`print-hidden ${styles.aside}`}
          aria-label={intl.formatMessage({ id: 'material.page.documents' })}
        >
          <Link className={styles.back} to={listPath(path, address)}>
            <FormattedMessage id="material.backToList" />
          </Link>
          <MaterialSearch path={path} address={address} />
          <MaterialListing path={path} address={address} materials={materials}>
            <DocumentList cards={materials.list} pathOf={({ id }) => pathOfDocument(address, id)} current={read.id} />
          </MaterialListing>
        </aside>
      </div>
    </div>
  )
}

export default function DocumentDatabase() {
  const data = useData<typeof loader>()
  const { address, materials, document: read } = data
  const intl = useIntl()
  if (read) return <Reading {...data} document={read} />
  const title = intl.formatMessage({ id: 'material.page.documents' })
  const lead = intl.formatMessage({ id: 'material.page.documents.lead' })
  return (
    <>
      <PageHead title={title} description={lead} {...canonicalPath(path, address, materials)} />
      <MaterialPage title={title} lead={lead} aside={<MaterialSearch path={path} address={address} />}>
        <MaterialFilters path={path} address={address} sorts={['newest', 'title']} />
        <MaterialListing path={path} address={address} materials={materials}>
          <DocumentList cards={materials.list} pathOf={({ id }) => pathOfDocument(address, id)} />
        </MaterialListing>
      </MaterialPage>
    </>
  )
}
