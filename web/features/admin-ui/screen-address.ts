import { subjectPage, type ShownKind } from '@lectern/contract/audit/audit-actions.ts'
import type { ArticleKind } from '@lectern/contract/articles/article-kinds.ts'
import type { NewsId } from '@lectern/contract/ids.ts'
import { editPath } from '../articles/office/article-address.ts'

/** The page of the office for one item. `variant`: the kind of an article, the edition of a phase, the activity of a list. */
export const screenAddress = (kind: ShownKind | 'article', id: string, variant: string | null): string =>
  kind === 'article' ? editPath((variant ?? 'news') as ArticleKind, id as NewsId) : subjectPage(kind, id, variant)
