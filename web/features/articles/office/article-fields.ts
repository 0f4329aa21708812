import type { ArticleKind } from '@lectern/contract/articles/article-kinds.ts'
import type { ArticleContent, ManagedArticle } from '@lectern/contract/articles/articles.ts'
import type { FileId } from '@lectern/contract/ids.ts'
import { locales } from '@lectern/contract/locales.ts'
import type { LocalizedText } from '@lectern/contract/localized.ts'
import type { NewsCategory } from '@lectern/contract/articles/news-categories.ts'
import { withoutBlanks } from '../../admin-ui/without-blanks.ts'

export interface ArticleFields {
  title: LocalizedText
  summary: LocalizedText
  body: LocalizedText
  category: NewsCategory | null
  pinned: boolean
  cover: FileId | null
  attachments: FileId[]
  author: string
  publishedAt: string | null
}

const empty = (): LocalizedText => Object.fromEntries(locales.map((locale) => [locale, '']))

type Stored = Omit<ArticleContent, 'kind'>

const fieldsFrom = ({ title, summary, body, author, ...rest }: Stored): ArticleFields => ({
  title: { ...empty(), ...title },
  summary: { ...empty(), ...summary },
  body: { ...empty(), ...body },
  author: author ?? '',
  category: rest.category,
  pinned: rest.pinned,
  cover: rest.cover,
  attachments: rest.attachments,
  publishedAt: rest.publishedAt,
})

/** Form values of a new article, of a stored one, or of a former version. */
export const newFields = (kind: ArticleKind): ArticleFields =>
  fieldsFrom({
    title: {},
    summary: {},
    body: {},
    category: kind === 'news' ? 'announcement' : null,
    pinned: false,
    cover: null,
    attachments: [],
    author: null,
    publishedAt: null,
  })
export const fieldsOf = ({ attachments, ...article }: ManagedArticle): ArticleFields =>
  fieldsFrom({ ...article, attachments: attachments.map(({ id }) => id) })
export const fieldsOfVersion = (content: ArticleContent): ArticleFields => fieldsFrom(content)

export const contentOf = (kind: ArticleKind, { author, ...fields }: ArticleFields): ArticleContent => ({
  kind,
  ...withoutBlanks(fields),
  author: author.trim() === '' ? null : author,
})
