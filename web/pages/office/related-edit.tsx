import { readArticle } from '@lectern/contract/articles/articles.ts'
import { useState } from 'react'
import type { NewsId } from '@lectern/contract/ids.ts'
import { useClient } from '../../app/client-context.tsx'
import { InLanguage } from '../../app/in-language.tsx'
import { OfficeFrame } from '../../app/office/office-frame.tsx'
import { officePath, relatedKindIn } from '../../features/articles/office/article-address.ts'
import { useArticleWords } from '../../features/articles/office/article-words.ts'
import { ArticleEditor } from '../../features/articles/office/components/article-editor.tsx'
import { BackLink } from '../../features/admin-ui/components/back-link.tsx'
import type { LoaderInput } from '../../router/route.ts'
import { useData, useRouterState } from '../../router/router-context.tsx'

export const loader = async ({ query, client }: LoaderInput) => {
  const id = query.get('id')
  return id ? client(readArticle, { params: { id } }, { skipErrorHandler: true }) : null
}

export default function RelatedEdit() {
  const client = useClient()
  const { t } = useArticleWords()
  const article = useData<typeof loader>()
  // A new article keeps its form mounted when it gets an id.
  const [created, setCreated] = useState<NewsId>()
  const { place } = useRouterState()
  const kind = article?.kind ?? relatedKindIn(new URLSearchParams(place.search))
  return (
    <OfficeFrame
      title={t(article ? 'edit' : 'new')}
      actions={<BackLink to={officePath(kind)} label="office.articles.back" />}
    >
      <ArticleEditor
        key={article && article.id !== created ? article.id : 'new'}
        client={client}
        kind={kind}
        article={article ?? undefined}
        inLanguage={InLanguage}
        onCreated={setCreated}
      />
    </OfficeFrame>
  )
}
