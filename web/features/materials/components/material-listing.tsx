import type { ReactNode } from 'react'
import type { MaterialCard } from '@lectern/contract/materials/materials.ts'
import type { Page } from '@lectern/contract/paging.ts'
import { Link } from '../../../router/link.tsx'
import { useRouterState } from '../../../router/router-context.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { FormattedMessage } from '../../../ui/intl.tsx'
import { lastPageOf } from '../../../ui/page-numbers.ts'
import { Pagination } from '../../../ui/pagination.tsx'
import { listPath, type MaterialAddress } from '../material-address.ts'
import styles from './material-listing.module.css'

interface MaterialListingProps {
  path: string
  address: MaterialAddress
  materials: Page<MaterialCard>
  /** The list, if it is not empty. */
  children: ReactNode
}

interface NothingProps extends Pick<MaterialListingProps, 'path' | 'address'> {
  total: number
  pageSize: number
}

/** Why the list is empty, with a link. */
const Nothing = ({ path, address, total, pageSize }: NothingProps) => {
  const { search, kind, category, page } = address
  const last = lastPageOf(total, pageSize)
  if (total > 0)
    return (
      <EmptyState
        title={<FormattedMessage id="material.beyond" values={{ page, last }} />}
        action={
          <Link className="button quiet" to={listPath(path, { ...address, page: last })}>
            <FormattedMessage id="material.lastPage" />
          </Link>
        }
      />
    )
  const isNarrowed = (search ?? kind ?? category) !== undefined
  return (
    <EmptyState
      title={<FormattedMessage id={isNarrowed ? 'material.noneFound' : 'material.none'} />}
      action={
        <Link className="button quiet" to={isNarrowed ? path : '/database/list'}>
          <FormattedMessage id={isNarrowed ? 'material.showAll' : 'material.toDatabase'} />
        </Link>
      }
    >
      <FormattedMessage id={isNarrowed ? 'material.noneFoundHelp' : 'material.noneHelp'} />
    </EmptyState>
  )
}

/** A list of materials with the number of hits, an empty state, and pagination. */
export const MaterialListing = ({ path, address, materials, children }: MaterialListingProps) => {
  const { list, total, page, pageSize } = materials
  const isBusy = useRouterState().pending === 'same page'
  return (
    <>
      {/* Always rendered, because screen readers only announce changes of an existing live region. */}
      <p className={styles.found} role="status">
        {address.search && <FormattedMessage id="material.found" values={{ total, search: address.search }} />}
      </p>
      <section className={styles.list} aria-busy={isBusy}>
        {list.length > 0 ? children : <Nothing path={path} address={address} total={total} pageSize={pageSize} />}
      </section>
      {list.length > 0 && (
        <Pagination
          page={page}
          pageSize={pageSize}
          total={total}
          pathOf={(target) => listPath(path, { ...address, page: target })}
        />
      )}
    </>
  )
}
