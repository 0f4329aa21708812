import { FormattedMessage, useIntl } from 'react-intl'
import { newsCategories } from '@lectern/contract/news-categories.ts'
import { PageHead } from '../../app/page-head.tsx'
import { newsList } from '../../features/news/api.ts'
import { NewsCard } from '../../features/news/components/news-card.tsx'
import { NewsSearch } from '../../features/news/components/news-search.tsx'
import { newsPath, readNewsAddress, type NewsAddress } from '../../features/news/news-address.ts'
import { Link } from '../../router/link.tsx'
import type { LoaderInput } from '../../router/route.ts'
import { useData, useRouterState } from '../../router/router-context.tsx'
import { lastPageOf } from '../../ui/page-numbers.ts'
import { Pagination } from '../../ui/pagination.tsx'
import styles from './news-list.module.css'

export const loader = async ({ query, client }: LoaderInput) => {
  const address = readNewsAddress(query)
  const { category, search, page } = address
  const news = await client(newsList, { query: { category, search, page: String(page) } }, { skipErrorHandler: true })
  return { address, news }
}

/** For an address whose page the list has not, or no longer. */
const BeyondTheEnd = ({ address, last }: { address: NewsAddress; last: number }) => (
  <div className={styles.empty}>
    <p>
      <FormattedMessage id="news.beyond" values={{ page: address.page, last }} />
    </p>
    <Link className="button quiet" to={newsPath({ ...address, page: last })}>
      <FormattedMessage id="news.lastPage" />
    </Link>
  </div>
)

export default function NewsList() {
  const { address, news } = useData<typeof loader>()
  const { category, search, page } = address
  const intl = useIntl()
  const isBusy = useRouterState().pending === 'same page'
  const title = intl.formatMessage({ id: 'news.title' })
  const isBeyond = news.list.length === 0 && news.total > 0
  return (
    <div className={styles.page}>
      <PageHead
        title={category ? `${intl.formatMessage({ id: `news.category.${category}` })} - ${title}` : title}
        description={intl.formatMessage({ id: 'news.description' })}
        {...(!search && !isBeyond && { path: newsPath({ category, page }) })}
      />
      <header className={styles.head}>
        <h1>{title}</h1>
        <NewsSearch search={search} category={category} />
      </header>
      <nav aria-label={intl.formatMessage({ id: 'news.categories' })}>
        <ul className={styles.categories}>
          {[undefined, ...newsCategories].map((entry) => (
            <li key={entry ?? 'all'}>
              <Link
                to={newsPath({ category: entry, search })}
                aria-current={entry === category ? 'page' : undefined}
                keepScroll
              >
                <FormattedMessage id={`news.category.${entry ?? 'all'}`} />
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {/* Always there, so that screen readers announce what is put into it. */}
      <p className={styles.found} role="status">
        {search && <FormattedMessage id="news.found" values={{ total: news.total, search }} />}
      </p>
      <section className={styles.list} aria-busy={isBusy}>
        {news.list.map((item) => (
          <NewsCard key={item.id} item={item} />
        ))}
        {isBeyond && <BeyondTheEnd address={address} last={lastPageOf(news.total, news.pageSize)} />}
        {news.total === 0 && (
          <div className={styles.empty}>
            <p>
              <FormattedMessage id={search ? 'news.noneFound' : 'news.none'} />
            </p>
            {(search ?? category) && (
              <Link className="button quiet" to="/News">
                <FormattedMessage id="news.showAll" />
              </Link>
            )}
          </div>
        )}
      </section>
      {!isBeyond && (
        <Pagination
          page={page}
          pageSize={news.pageSize}
          total={news.total}
          pathOf={(target) => newsPath({ ...address, page: target })}
        />
      )}
    </div>
  )
}
