import { articleHomes } from '@lectern/contract/article-values.ts'
import { useIntl } from '../../ui/intl.tsx'
import { isBeyond } from './components/article-list.tsx'
import type { LoadedArticles } from './load-articles.ts'
import { listPath } from './news-address.ts'

/** What browsers and search engines are told about the list of a kind; searches and pages that are not there they should not list. */
export const useKindHead = ({ kind, address, articles }: LoadedArticles) => {
  const intl = useIntl()
  const isListed = !address.search && !isBeyond(articles)
  return {
    title: intl.formatMessage({ id: `article.kind.${kind}` }),
    // News have a page of their own, which says more.
    ...(kind !== 'news' && { description: intl.formatMessage({ id: `article.about.${kind}` }) }),
    ...(isListed && { path: listPath(articleHomes[kind], { page: address.page }) }),
  }
}
