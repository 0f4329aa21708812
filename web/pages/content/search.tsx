import { searchSite } from '@lectern/contract/search/search.ts'
import { searchKinds } from '@lectern/contract/search/search-kinds.ts'
import { PageHead } from '../../app/page-head.tsx'
import { SearchHit } from '../../features/search/components/search-hit.tsx'
import { readSearchAddress, searchPath } from '../../features/search/search-address.ts'
import type { LoaderInput } from '../../router/route.ts'
import { useData, useRouterState } from '../../router/router-context.tsx'
import { Choices } from '../../ui/choices.tsx'
import { FormattedMessage, useIntl } from '../../ui/intl.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import styles from './search.module.css'

export const loader = async ({ query, client }: LoaderInput) => {
  const address = readSearchAddress(query)
  const { search, kind, page } = address
  if (!search) return { address, results: undefined }
  const parameters = { q: search, kind, page: String(page) }
  return { address, results: await client(searchSite, { query: parameters }, { skipErrorHandler: true }) }
}

/** Hits beyond this number are not sorted by rank. */
const maxRanked = 1_000

export default function Search() {
  const intl = useIntl()
  const { address, results } = useData<typeof loader>()
  const { search, kind } = address
  const isBusy = useRouterState().pending === 'same page'
  const title = intl.formatMessage({ id: 'search.title' })
  const total = Math.min(results?.total ?? 0, maxRanked)
  return (
    <div className={styles.page}>
      <PageHead title={search ? `${search} - ${title}` : title} />
      <h1>{title}</h1>
      <SearchBox
        to="/search"
        search={search}
        label={intl.formatMessage({ id: 'search.label' })}
        button={intl.formatMessage({ id: 'search.button' })}
        keptParameters={{ kind }}
      />
      {search && (
        <Choices
          label={intl.formatMessage({ id: 'search.kinds' })}
          current={searchPath({ search, kind })}
          choices={[undefined, ...searchKinds].map((entry) => ({
            to: searchPath({ search, kind: entry }),
            label: <FormattedMessage id={`search.kind.${entry ?? 'all'}`} />,
          }))}
        />
      )}
      {/* Always rendered, because screen readers only announce changes of an existing live region. */}
      <p className={styles.found} role="status">
        {results && (
          <FormattedMessage
            id={results.total > maxRanked ? 'search.foundMany' : 'search.found'}
            values={{ total, search }}
          />
        )}
      </p>
      <section aria-busy={isBusy}>
        {results?.list.map((hit) => (
          <SearchHit key={`${hit.kind} ${hit.path}`} hit={hit} />
        ))}
        {results?.total === 0 && (
          <p className={styles.none}>
            <FormattedMessage id="search.none" />
          </p>
        )}
        {!search && (
          <p className={styles.none}>
            <FormattedMessage id="search.hint" />
          </p>
        )}
      </section>
      {results && (
        <Pagination
          page={address.page}
          pageSize={results.pageSize}
          total={total}
          pathOf={(page) => searchPath({ ...address, page })}
        />
      )}
    </div>
  )
}
