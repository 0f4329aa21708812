import type { MessageId } from '@lectern/messages/message-id.ts'
import { articleHomes } from '@lectern/contract/articles/article-values.ts'
import { useIntl } from '../../../ui/intl.tsx'
import type { LoadedArticles } from '../load-articles.ts'
import { ArticleList } from './article-list.tsx'

/** The list of one kind of articles. */
export const KindList = ({ kind, address, articles }: LoadedArticles) => {
  const intl = useIntl()
  const text = (id: MessageId, values?: Record<string, string>): string => intl.formatMessage({ id }, values)
  const title = text(`article.kind.${kind}`)
  return (
    <ArticleList
      title={title}
      home={articleHomes[kind]}
      address={address}
      articles={articles}
      words={{
        search: text('article.search', { title }),
        none: text('article.none'),
        noneFound: text('article.noneFound'),
        showAll: text('article.showAll'),
      }}
    />
  )
}
