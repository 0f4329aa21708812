import type { WorkId } from '@lectern/contract/ids.ts'
import type { PublicResult } from '@lectern/contract/results/public-results.ts'
import type { ReactNode } from 'react'
import { Link } from '../../../router/link.tsx'
import { useRouterState } from '../../../router/router-context.tsx'
import { FormattedMessage } from '../../../ui/intl.tsx'
import { lastPageOf } from '../../../ui/page-numbers.ts'
import { Pagination } from '../../../ui/pagination.tsx'
import { filteredPath, isFiltered, type ResultAddress } from '../result-address.ts'
import { ResultFilters } from './result-filters.tsx'
import styles from './result-listing.module.css'
import { ResultTable } from './result-table.tsx'

type Listed = Pick<PublicResult, 'list' | 'total' | 'page' | 'pageSize' | 'columns' | 'prizes' | 'groups' | 'provinces'>

interface ListingProps {
  /** The page of the list. */
  path: string
  address: ResultAddress
  result: Listed
  renderCover?: (work: WorkId) => ReactNode
}

/** The rows of a list with its filters and pages. */
export const ResultListing = ({ path, address, result, renderCover }: ListingProps) => {
  const { list, total, pageSize, columns, prizes } = result
  const isBusy = useRouterState().pending === 'same page'
  const hasFilter = isFiltered(address)
  const last = lastPageOf(total, pageSize)
  const isBeyond = list.length === 0 && total > 0
  return (
    <>
      <ResultFilters path={path} address={address} list={result} />
      {/* Always rendered, because screen readers only announce changes of an existing live region. */}
      <p className={styles.found} role="status">
        {hasFilter && <FormattedMessage id="result.found" values={{ total }} />}
      </p>
      <div className={styles.rows} aria-busy={isBusy}>
        <ResultTable rows={list} columns={columns} prizes={prizes} isFiltered={hasFilter} renderCover={renderCover} />
        {total === 0 && (
          <p className={styles.empty}>
            <FormattedMessage id={hasFilter ? 'result.noneFound' : 'result.empty'} />
          </p>
        )}
        {isBeyond && (
          <div className={styles.empty}>
            <p>
              <FormattedMessage id="result.beyond" values={{ page: address.page, last }} />
            </p>
            <Link className="button quiet" to={filteredPath(path, { ...address, page: last })}>
              <FormattedMessage id="result.lastPage" />
            </Link>
          </div>
        )}
      </div>
      {!isBeyond && (
        <Pagination
          page={address.page}
          pageSize={pageSize}
          total={total}
          pathOf={(page) => filteredPath(path, { ...address, page })}
        />
      )}
    </>
  )
}
