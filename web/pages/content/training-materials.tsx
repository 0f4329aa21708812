import { materialKinds } from '@lectern/contract/materials/material-values.ts'
import { PageHead } from '../../app/page-head.tsx'
import { MaterialFilters } from '../../features/materials/components/material-filters.tsx'
import { MaterialGrid } from '../../features/materials/components/material-grid.tsx'
import { MaterialListing } from '../../features/materials/components/material-listing.tsx'
import { MaterialPage } from '../../features/materials/components/material-page.tsx'
import { MaterialSearch } from '../../features/materials/components/material-search.tsx'
import { loadMaterials } from '../../features/materials/load-materials.ts'
import { canonicalPath, readMaterialAddress } from '../../features/materials/material-address.ts'
import { Link } from '../../router/link.tsx'
import type { LoaderInput } from '../../router/route.ts'
import { useData } from '../../router/router-context.tsx'
import { FormattedMessage, useIntl } from '../../ui/intl.tsx'
import styles from './training-materials.module.css'

const path = '/Trivia/Material'
const cardsOnPage = 12

export const loader = async ({ query, client }: LoaderInput) => {
  const address = { ...readMaterialAddress(query), category: undefined }
  return { address, materials: await loadMaterials(client, address, { category: 'training', pageSize: cardsOnPage }) }
}

export default function TrainingMaterials() {
  const { address, materials } = useData<typeof loader>()
  const intl = useIntl()
  const title = intl.formatMessage({ id: 'material.page.training' })
  const lead = intl.formatMessage({ id: 'material.page.training.lead' })
  return (
    <>
      <PageHead title={title} description={lead} {...canonicalPath(path, address, materials)} />
      <MaterialPage title={title} lead={lead} aside={<MaterialSearch path={path} address={address} />}>
        <p className={`row print-hidden ${styles.ways}`}>
          <Link to="/Trivia/Material/CoverBox">
            <FormattedMessage id="material.page.covers" />
          </Link>
          <Link to="/Trivia/Mate">
            <FormattedMessage id="material.page.programme" />
          </Link>
        </p>
        <MaterialFilters path={path} address={address} kinds={materialKinds} categories={false} />
        <MaterialListing path={path} address={address} materials={materials}>
          <MaterialGrid cards={materials.list} first />
        </MaterialListing>
      </MaterialPage>
    </>
  )
}
