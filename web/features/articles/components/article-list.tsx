import type { ReactNode } from 'react'
import { articleKinds } from '@lectern/contract/articles/article-kinds.ts'
import { articleHomes } from '@lectern/contract/articles/article-values.ts'
import type { ArticleItem } from '@lectern/contract/articles/news.ts'
import type { Page } from '@lectern/contract/paging.ts'
import { Link } from '../../../router/link.tsx'
import { useRouterState } from '../../../router/router-context.tsx'
import { FormattedMessage } from '../../../ui/intl.tsx'
import { lastPageOf } from '../../../ui/page-numbers.ts'
import { Pagination } from '../../../ui/pagination.tsx'
import { listPath, type NewsAddress } from '../news-address.ts'
import { NewsCard } from './news-card.tsx'
import { NewsSearch } from './news-search.tsx'
import pills from '../../../ui/pills.module.css'
import styles from './article-list.module.css'

interface ArticleListProps {
  title: string
  /** Path of the list. */
  home: string
  address: NewsAddress
  articles: Page<ArticleItem>
  /** Label of the search box, texts for an empty list and for no hits, and the link to all. */
  words: Record<'search' | 'none' | 'noneFound' | 'showAll', string>
  /** Between title and list. */
  children?: ReactNode
}

/** Whether the page number is beyond the end of the list. */
export const isBeyond = ({ list, total }: Page<unknown>): boolean => list.length === 0 && total > 0

const BeyondTheEnd = ({ home, address, last }: { home: string; address: NewsAddress; last: number }) => (
  <div className={styles.empty}>
    <p>
      <FormattedMessage id="news.beyond" values={{ page: address.page, last }} />
    </p>
    <Link className="button quiet" to={listPath(home, { ...address, page: last })}>
      <FormattedMessage id="news.lastPage" />
    </Link>
  </div>
)

/** Links to the lists of the other kinds. */
const OtherKinds = ({ home }: { home: string }) => (
  <nav className={`print-hidden ${styles.kinds}`} aria-labelledby="other-kinds">
    <h2 id="other-kinds">
      <FormattedMessage id="article.kinds" />
    </h2>
    <ul className={`row gap-8 ${pills.pills}`}>
      {articleKinds
        .filter((kind) => articleHomes[kind] !== home)
        .map((kind) => (
          <li key={kind}>
            <Link to={articleHomes[kind]}>
              <FormattedMessage id={`article.kind.${kind}`} />
            </Link>
          </li>
        ))}
    </ul>
  </nav>
)

/** A list of articles of one kind, with search and pagination. */
export const ArticleList = ({ title, home, address, articles, words, children }: ArticleListProps) => {
  const { category, search, page } = address
  const isBusy = useRouterState().pending === 'same page'
  return (
    <div className={styles.page}>
      <header className={`cluster between ${styles.head}`}>
        <h1>{title}</h1>
        <NewsSearch search={search} category={category} home={home} label={words.search} />
      </header>
      {children}
      {/* Always rendered, because screen readers only announce changes of an existing live region. */}
      <p className={styles.found} role="status">
        {search && <FormattedMessage id="news.found" values={{ total: articles.total, search }} />}
      </p>
      <section className={styles.list} aria-busy={isBusy}>
        {articles.list.map((item) => (
          <NewsCard key={item.id} item={item} />
        ))}
        {isBeyond(articles) && (
          <BeyondTheEnd home={home} address={address} last={lastPageOf(articles.total, articles.pageSize)} />
        )}
        {articles.total === 0 && (
          <div className={styles.empty}>
            <p>{search ? words.noneFound : words.none}</p>
            {(search ?? category) && (
              <Link className="button quiet" to={home}>
                {words.showAll}
              </Link>
            )}
          </div>
        )}
      </section>
      {!isBeyond(articles) && (
        <Pagination
          page={page}
          pageSize={articles.pageSize}
          total={articles.total}
          pathOf={(target) => listPath(home, { ...address, page: target })}
        />
      )}
      <OtherKinds home={home} />
    </div>
  )
}
