import { listArticles } from '@lectern/contract/articles/articles.ts'
import { useClient } from '../../app/client-context.tsx'
import { OfficeFrame } from '../../app/office/office-frame.tsx'
import { usePagesOfTable } from '../../app/office/page-of-table.ts'
import { listNames } from '../../features/articles/office/article-address.ts'
import { ArticleDesk } from '../../features/articles/office/components/article-desk.tsx'
import { NewArticle } from '../../features/articles/office/components/new-article.tsx'
import { pickQuery, useListAddress } from '../../features/admin-ui/list-address.ts'
import type { LoaderInput } from '../../router/route.ts'
import { useData } from '../../router/router-context.tsx'
import { useIntl } from '../../ui/intl.tsx'

export const loader = ({ query, client }: LoaderInput) =>
  client(listArticles, { query: { ...pickQuery(query, listNames), kind: 'news' } }, { skipErrorHandler: true })

export default function News() {
  const intl = useIntl()
  const data = useData<typeof loader>()
  const pages = usePagesOfTable(data, useListAddress().change)
  return (
    <OfficeFrame title={intl.formatMessage({ id: 'menu.newsOffice' })} actions={<NewArticle kind="news" />}>
      <ArticleDesk client={useClient()} data={data} pages={pages} withCategory />
    </OfficeFrame>
  )
}
