import { articleHomes } from '@lectern/contract/articles/article-values.ts'
import { useIntl } from '../../ui/intl.tsx'
import { isBeyond } from './components/article-list.tsx'
import type { LoadedArticles } from './load-articles.ts'
import { listPath } from './news-address.ts'

/**
 * Title and description of a list. Searches and empty pages have no canonical address, so that they are not indexed.
 */
export const useKindHead = ({ kind, address, articles }: LoadedArticles) => {
  const intl = useIntl()
  const isListed = !address.search && !isBeyond(articles)
  return {
    title: intl.formatMessage({ id: `article.kind.${kind}` }),
    // News have their own page with its own description.
    ...(kind !== 'news' && { description: intl.formatMessage({ id: `article.about.${kind}` }) }),
    ...(isListed && { path: listPath(articleHomes[kind], { page: address.page }) }),
  }
}
