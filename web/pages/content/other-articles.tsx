import { PageHead } from '../../app/page-head.tsx'
import { KindList } from '../../features/news/components/kind-list.tsx'
import { loadArticles } from '../../features/news/load-articles.ts'
import { useKindHead } from '../../features/news/use-kind-head.ts'
import type { LoaderInput } from '../../router/route.ts'
import { useData } from '../../router/router-context.tsx'

export const loader = (input: LoaderInput) => loadArticles('other', input)

export default function OtherArticles() {
  const loaded = useData<typeof loader>()
  return (
    <>
      <PageHead {...useKindHead(loaded)} />
      <KindList {...loaded} />
    </>
  )
}
