import { PageHead } from '../../app/page-head.tsx'
import { MaterialCover } from '../../features/materials/components/material-cover.tsx'
import { MaterialLink } from '../../features/materials/components/material-link.tsx'
import { MaterialListing } from '../../features/materials/components/material-listing.tsx'
import { MaterialPage } from '../../features/materials/components/material-page.tsx'
import { loadMaterials } from '../../features/materials/load-materials.ts'
import { canonicalPath, readMaterialAddress } from '../../features/materials/material-address.ts'
import { Link } from '../../router/link.tsx'
import type { LoaderInput } from '../../router/route.ts'
import { useData } from '../../router/router-context.tsx'
import { FormattedMessage, useIntl } from '../../ui/intl.tsx'
import styles from './cover-gallery.module.css'

const path = '/Trivia/Material/CoverBox'
const coversOnPage = 24

export const loader = async ({ query, client }: LoaderInput) => {
  const address = readMaterialAddress(new URLSearchParams({ page: query.get('page') ?? '' }))
  return { address, materials: await loadMaterials(client, address, { category: 'training', pageSize: coversOnPage }) }
}

export default function CoverGallery() {
  const { address, materials } = useData<typeof loader>()
  const intl = useIntl()
  const title = intl.formatMessage({ id: 'material.page.covers' })
  const lead = intl.formatMessage({ id: 'material.page.covers.lead' })
  return (
    <>
      <PageHead title={title} description={lead} {...canonicalPath(path, address, materials)} />
      <MaterialPage
        title={title}
        lead={lead}
        aside={
          <Link className="button quiet" to="/Trivia/Material">
            <FormattedMessage id="material.page.training" />
          </Link>
        }
      >
        <MaterialListing path={path} address={address} materials={materials}>
          <ul className={styles.covers}>
            {materials.list.map((card, position) => (
              <li key={card.id} className={styles.cover}>
                <MaterialCover
                  card={card}
                  sizes="(min-width: 1000px) 280px, (min-width: 640px) 33vw, 50vw"
                  first={position === 0}
                />
                <span lang={card.locale}>
                  <MaterialLink card={card}>{card.title}</MaterialLink>
                </span>
              </li>
            ))}
          </ul>
        </MaterialListing>
      </MaterialPage>
    </>
  )
}
