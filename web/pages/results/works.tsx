import { listPublicWorks } from '@lectern/contract/results/public-results.ts'
import { PageHead } from '../../app/page-head.tsx'
import { WorkTile } from '../../features/results/components/work-tile.tsx'
import { filteredGalleryPath, readGalleryAddress, type GalleryAddress } from '../../features/results/gallery-address.ts'
import { galleryPath } from '../../features/results/result-paths.ts'
import { Link } from '../../router/link.tsx'
import type { LoaderInput } from '../../router/route.ts'
import { useData, useRouterState } from '../../router/router-context.tsx'
import { Choices } from '../../ui/choices.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FormattedMessage, useIntl } from '../../ui/intl.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import styles from './works.module.css'

/** Full rows of two, three and four tiles. */
const worksPerPage = 24

/** Those that a phone shows without scrolling. */
const firstTiles = 2

export const loader = async ({ query, client }: LoaderInput) => {
  const address = readGalleryAddress(query)
  const { page, ...filters } = address
  const parameters = { ...filters, page: String(page), pageSize: String(worksPerPage) }
  return { address, works: await client(listPublicWorks, { query: parameters }, { skipErrorHandler: true }) }
}

type Editions = Awaited<ReturnType<typeof loader>>['works']['editions']

/** Each choice narrows the next one: edition, activity, prize. */
const Filters = ({ address, editions }: { address: GalleryAddress; editions: Editions }) => {
  const intl = useIntl()
  const { edition, activity, prize, search } = address
  const activities = editions.find(({ id }) => id === edition)?.activities ?? []
  const prizes = activities.find(({ id }) => id === activity)?.prizes ?? []
  const current = filteredGalleryPath({ edition, activity, prize, search })
  const all = <FormattedMessage id="gallery.all" />
  return (
    <>
      {editions.length > 0 && (
        <Choices
          label={intl.formatMessage({ id: 'gallery.editions' })}
          current={filteredGalleryPath({ edition, search })}
          choices={[
            { to: filteredGalleryPath({ search }), label: all },
            ...editions.map(({ id, year }) => ({
              to: filteredGalleryPath({ edition: id, search }),
              label: String(year),
            })),
          ]}
        />
      )}
      {activities.length > 0 && (
        <Choices
          label={intl.formatMessage({ id: 'gallery.activities' })}
          current={filteredGalleryPath({ edition, activity, search })}
          choices={[
            { to: filteredGalleryPath({ edition, search }), label: all },
            ...activities.map(({ id, name }) => ({
              to: filteredGalleryPath({ edition, activity: id, search }),
              label: name,
            })),
          ]}
        />
      )}
      {prizes.length > 1 && (
        <Choices
          label={intl.formatMessage({ id: 'result.prizes' })}
          current={current}
          choices={[
            { to: filteredGalleryPath({ edition, activity, search }), label: all },
            ...prizes.map(({ id, label }) => ({
              to: filteredGalleryPath({ edition, activity, prize: id, search }),
              label,
            })),
          ]}
        />
      )}
    </>
  )
}

export default function Works() {
  const { address, works } = useData<typeof loader>()
  const intl = useIntl()
  const isBusy = useRouterState().pending === 'same page'
  const { edition, activity, prize, search, page } = address
  const title = intl.formatMessage({ id: 'gallery.title' })
  const isFiltered = Boolean(edition ?? activity ?? prize ?? search)
  return (
    <div className={styles.page}>
      <PageHead
        title={title}
        description={intl.formatMessage({ id: 'gallery.lead' })}
        {...(!isFiltered && (works.list.length > 0 || page === 1) && { path: filteredGalleryPath({ page }) })}
      />
      <header className={`cluster between ${styles.head}`}>
        <div>
          <h1>{title}</h1>
          <p className={styles.lead}>
            <FormattedMessage id="gallery.lead" />
          </p>
        </div>
        <SearchBox
          to={galleryPath}
          search={search}
          label={intl.formatMessage({ id: 'gallery.search' })}
          button={intl.formatMessage({ id: 'gallery.searchButton' })}
          keptParameters={{ edition, activity, prize }}
        />
      </header>
      <Filters address={address} editions={works.editions} />
      {/* Always rendered, because screen readers only announce changes of an existing live region. */}
      <p className={styles.found} role="status">
        {isFiltered && <FormattedMessage id="gallery.found" values={{ total: works.total }} />}
      </p>
      <div className={styles.tiles} aria-busy={isBusy}>
        {works.list.map((work, at) => (
          <WorkTile key={work.id} work={work} isFirst={at < firstTiles} />
        ))}
      </div>
      {works.list.length === 0 &&
        (isFiltered || works.total > 0 ? (
          <p className={styles.none}>
            <Link className="button quiet" to={galleryPath}>
              <FormattedMessage id="gallery.showAll" />
            </Link>
          </p>
        ) : (
          <EmptyState title={<FormattedMessage id="gallery.none" />}>
            <FormattedMessage id="gallery.none.about" />
          </EmptyState>
        ))}
      {works.list.length > 0 && (
        <Pagination
          page={page}
          pageSize={works.pageSize}
          total={works.total}
          pathOf={(target) => filteredGalleryPath({ ...address, page: target })}
        />
      )}
    </div>
  )
}
