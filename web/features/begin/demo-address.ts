import type { ArticleKind } from '@lectern/contract/article-kinds.ts'
import type { DemoItem } from '@lectern/contract/beginning.ts'
import type { NewsId } from '@lectern/contract/ids.ts'
import { editPath } from '../articles/article-address.ts'

/** Where something that came with the demo is changed. */
export const demoAddress = ({ kind, id, variant }: Pick<DemoItem, 'kind' | 'id' | 'variant'>): string => {
  const addresses: Record<DemoItem['kind'], string> = {
    page: `/Admin/About?page=${id}`,
    edition: `/Admin/Activity?edition=${id}`,
    activity: `/Admin/Activity/Edit?id=${id}`,
    banner: `/Admin/Banner/Edit?id=${id}`,
    article: editPath((variant ?? 'news') as ArticleKind, id as NewsId),
    material: `/Admin/Material/Edit?id=${id}`,
    expert: `/Admin/Expert/Edit?id=${id}`,
    partner: `/Admin/Partner/Edit?id=${id}`,
  }
  return addresses[kind]
}
