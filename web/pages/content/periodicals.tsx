import { PageHead } from '../../app/page-head.tsx'
import { KindList } from '../../features/articles/components/kind-list.tsx'
import { loadArticles } from '../../features/articles/load-articles.ts'
import { useKindHead } from '../../features/articles/use-kind-head.ts'
import type { LoaderInput } from '../../router/route.ts'
import { useData } from '../../router/router-context.tsx'

export const loader = (input: LoaderInput) => loadArticles('periodical', input)

export default function Periodicals() {
  const loaded = useData<typeof loader>()
  return (
    <>
      <PageHead {...useKindHead(loaded)} />
      <KindList {...loaded} />
    </>
  )
}
