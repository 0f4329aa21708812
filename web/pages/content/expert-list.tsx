import { expertFields } from '@lectern/contract/experts/expert-values.ts'
import { listExperts, type ShownExpert } from '@lectern/contract/experts/experts.ts'
import { pictureUrl, widthsOf } from '@lectern/contract/files/file-addresses.ts'
import { PageHead } from '../../app/page-head.tsx'
import { useSite } from '../../app/site.tsx'
import { ExpertCard } from '../../features/experts/components/expert-card.tsx'
import { expertPath, readExpertAddress, type ExpertAddress } from '../../features/experts/expert-address.ts'
import { Link } from '../../router/link.tsx'
import type { LoaderInput } from '../../router/route.ts'
import { useData, useRouterState } from '../../router/router-context.tsx'
import { FormattedMessage, useIntl } from '../../ui/intl.tsx'
import { lastPageOf } from '../../ui/page-numbers.ts'
import { Pagination } from '../../ui/pagination.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import pills from '../../ui/pills.module.css'
import styles from './expert-list.module.css'

export const loader = async ({ query, client }: LoaderInput) => {
  const address = readExpertAddress(query)
  const { field, search, page } = address
  const experts = await client(
    listExperts,
    { query: { field, search, page: String(page) } },
    { skipErrorHandler: true },
  )
  return { address, experts }
}

/** Structured data of the experts on this page. */
const useStructured = (experts: readonly ShownExpert[], offset: number): Record<string, unknown> => {
  const { origin } = useSite()
  const intl = useIntl()
  const personOf = ({ name, title, school, fields, photo }: ShownExpert) => ({
    '@type': 'Person',
    name,
    ...(title && { jobTitle: title }),
    ...(school && { affiliation: { '@type': 'EducationalOrganization', name: school } }),
    ...(fields.length > 0 && {
      knowsAbout: fields.map((field) => intl.formatMessage({ id: `expert.field.${field}` })),
    }),
    ...(photo && { image: origin + pictureUrl(photo.id, widthsOf(photo.width).at(-1)!, 'webp') }),
  })
  return {
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    itemListElement: experts.map((expert, position) => ({
      '@type': 'ListItem',
      position: offset + position + 1,
      item: personOf(expert),
    })),
  }
}

/** For a page number beyond the end of the list. */
const BeyondTheEnd = ({ address, last }: { address: ExpertAddress; last: number }) => (
  <div className={styles.empty}>
    <p>
      <FormattedMessage id="expert.beyond" values={{ page: address.page, last }} />
    </p>
    <Link className="button quiet" to={expertPath({ ...address, page: last })}>
      <FormattedMessage id="expert.lastPage" />
    </Link>
  </div>
)

export default function ExpertList() {
  const { address, experts } = useData<typeof loader>()
  const { field, search, page } = address
  const intl = useIntl()
  const isBusy = useRouterState().pending === 'same page'
  const structured = useStructured(experts.list, (page - 1) * experts.pageSize)
  const title = intl.formatMessage({ id: 'expert.title' })
  const isBeyond = experts.list.length === 0 && experts.total > 0
  return (
    <div className={styles.page}>
      <PageHead
        title={field ? `${intl.formatMessage({ id: `expert.field.${field}` })} - ${title}` : title}
        description={intl.formatMessage({ id: 'expert.description' })}
        {...(!search && !isBeyond && { path: expertPath({ field, page }) })}
        {...(experts.list.length > 0 && { structured })}
      />
      <header className={`cluster between ${styles.head}`}>
        <div>
          <h1>{title}</h1>
          <p className={styles.lead}>
            <FormattedMessage id="expert.description" />
          </p>
        </div>
        <SearchBox
          to="/Expert"
          search={search}
          label={intl.formatMessage({ id: 'expert.search' })}
          button={intl.formatMessage({ id: 'expert.searchButton' })}
          keptParameters={{ field }}
        />
      </header>
      <nav aria-label={intl.formatMessage({ id: 'expert.fields' })}>
        <ul className={`row gap-8 print-hidden ${pills.pills} ${styles.fields}`}>
          {[undefined, ...expertFields].map((entry) => (
            <li key={entry ?? 'all'}>
              <Link
                to={expertPath({ field: entry, search })}
                aria-current={entry === field ? 'page' : undefined}
                keepScroll
              >
                <FormattedMessage id={`expert.field.${entry ?? 'all'}`} />
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {/* Always rendered, because screen readers only announce changes of an existing live region. */}
      <p className={styles.found} role="status">
        {search && <FormattedMessage id="expert.found" values={{ total: experts.total, search }} />}
      </p>
      <section className={styles.list} aria-busy={isBusy}>
        {experts.list.map((expert) => (
          <ExpertCard key={expert.id} expert={expert} />
        ))}
        {isBeyond && <BeyondTheEnd address={address} last={lastPageOf(experts.total, experts.pageSize)} />}
        {experts.total === 0 && (
          <div className={styles.empty}>
            <p>
              <FormattedMessage id={search ? 'expert.noneFound' : 'expert.none'} />
            </p>
            {(search ?? field) && (
              <Link className="button quiet" to="/Expert">
                <FormattedMessage id="expert.showAll" />
              </Link>
            )}
          </div>
        )}
      </section>
      {!isBeyond && (
        <Pagination
          page={page}
          pageSize={experts.pageSize}
          total={experts.total}
          pathOf={(target) => expertPath({ ...address, page: target })}
        />
      )}
    </div>
  )
}
