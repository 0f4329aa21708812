import { listArticles } from '@lectern/contract/articles/articles.ts'
import { Segmented } from 'antd'
import { useClient } from '../../app/client-context.tsx'
import { OfficeFrame } from '../../app/office/office-frame.tsx'
import { usePagesOfTable } from '../../app/office/page-of-table.ts'
import {
  listNames,
  relatedKindIn,
  relatedKinds,
  type RelatedKind,
} from '../../features/articles/office/article-address.ts'
import { useArticleWords } from '../../features/articles/office/article-words.ts'
import { ArticleDesk } from '../../features/articles/office/components/article-desk.tsx'
import { NewArticle } from '../../features/articles/office/components/new-article.tsx'
import { pickQuery, useListAddress } from '../../features/admin-ui/list-address.ts'
import type { LoaderInput } from '../../router/route.ts'
import { useData } from '../../router/router-context.tsx'
import { useIntl } from '../../ui/intl.tsx'

export const loader = ({ query, client }: LoaderInput) =>
  client(
    listArticles,
    { query: { ...pickQuery(query, listNames), kind: relatedKindIn(query) } },
    { skipErrorHandler: true },
  )

export default function Related() {
  const intl = useIntl()
  const words = useArticleWords()
  const data = useData<typeof loader>()
  const { query, change } = useListAddress()
  const pages = usePagesOfTable(data, change)
  const kind = relatedKindIn(query)
  return (
    <OfficeFrame title={intl.formatMessage({ id: 'menu.related' })} actions={<NewArticle kind={kind} />}>
      {/* The selection is dropped when the kind changes. */}
      <ArticleDesk key={kind} client={useClient()} data={data} pages={pages} withCategory={false}>
        <Segmented<RelatedKind>
          aria-label={words.t('kind')}
          value={kind}
          onChange={(value) => change({ kind: value, search: undefined, state: undefined })}
          options={relatedKinds.map((value) => ({ value, label: words.kind(value) }))}
        />
      </ArticleDesk>
    </OfficeFrame>
  )
}
