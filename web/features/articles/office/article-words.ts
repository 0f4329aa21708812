import type { IdAfter } from '@lectern/messages/message-id.ts'
import type { ArticleKind } from '@lectern/contract/articles/article-kinds.ts'
import type { PublishState } from '@lectern/contract/pages/publish-values.ts'
import { useIntl } from '../../../ui/intl.tsx'

export const useArticleWords = () => {
  const intl = useIntl()
  const t = (key: IdAfter<'office.articles.'>, values?: Record<string, string | number>): string =>
    intl.formatMessage({ id: `office.articles.${key}` }, values)
  return {
    t,
    kind: (kind: ArticleKind): string => intl.formatMessage({ id: `article.kind.${kind}` }),
    category: (category: IdAfter<'news.category.'>): string => intl.formatMessage({ id: `news.category.${category}` }),
    state: (state: PublishState): string => intl.formatMessage({ id: `office.publishing.state.${state}` }),
  }
}
