import { z } from 'zod'
import { readLine, search } from '../accounts/account-fields.ts'
import { articleKinds } from './article-kinds.ts'
import { articleLimits, articleSorts, maxAttachments } from './article-values.ts'
import { versionQuery } from '../ordering.ts'
import { endpoint } from '../endpoint.ts'
import { fileFacts, picture } from '../files/files.ts'
import { fileId, newsId } from '../ids.ts'
import { locales } from '../locales.ts'
import { localizedHtml, localizedLine, localizedLines, needed } from '../localized-fields.ts'
import { newsArticle } from './news.ts'
import { newsCategories } from './news-categories.ts'
import { pageOf, pageQuery } from '../paging.ts'
import { publishState, languageStamps } from '../pages/publish-state.ts'

const text = z.partialRecord(z.enum(locales), z.string())
const kind = z.enum(articleKinds)
const category = z.enum(newsCategories)

/** The editable content. */
const content = z.strictObject({
  kind,
  title: needed(localizedLine(articleLimits.title)),
  summary: localizedLines(articleLimits.summary),
  body: localizedHtml(articleLimits.body),
  category: category.nullable(),
  pinned: z.boolean(),
  cover: fileId.nullable(),
  /** In display order. */
  attachments: z.array(fileId).max(maxAttachments),
  author: readLine(articleLimits.author).nullable(),
  publishedAt: z.iso.datetime().nullable(),
})

/** News must have a category; other kinds must not have one. */
const categorised = <Content extends z.ZodType<{ kind: string; category: string | null }>>(schema: Content) =>
  schema.check(({ value, issues }) => {
    if ((value.kind === 'news') !== (value.category !== null))
      issues.push({ code: 'invalid_value', values: [...newsCategories], path: ['category'], input: value.category })
  })

export type ArticleContent = z.output<typeof content>

/** An article in the office's list. The title is in the caller's language. */
const managedItem = z.object({
  id: newsId,
  kind,
  title: z.string(),
  locale: z.enum(locales),
  category: category.nullable(),
  pinned: z.boolean(),
  /** A scheduled article counts as published once its time has come. */
  state: publishState,
  publishedAt: z.iso.datetime().nullable(),
  updatedAt: z.iso.datetime(),
  written: languageStamps,
  version: z.int(),
})
export type ManagedItem = z.infer<typeof managedItem>

const managedArticle = managedItem.omit({ title: true, locale: true }).extend({
  title: text,
  summary: text,
  body: text,
  cover: fileId.nullable(),
  /** Null until the picture has been processed. */
  coverPicture: picture.nullable(),
  attachments: z.array(fileFacts),
  author: z.string().nullable(),
  createdAt: z.iso.datetime(),
  views: z.int(),
})
export type ManagedArticle = z.infer<typeof managedArticle>

const params = z.strictObject({ id: newsId })

export const listArticles = endpoint({
  method: 'GET',
  path: '/api/articles',
  summary: 'Articles in every state, for organisers',
  query: pageQuery.extend({
    kind: kind.optional(),
    state: publishState.optional(),
    category: category.optional(),
    search: search.optional(),
    sort: z.enum(articleSorts).default('-updatedAt'),
  }),
  answer: pageOf(managedItem),
})

export const readArticle = endpoint({
  method: 'GET',
  path: '/api/articles/:id',
  summary: 'One article in all its languages, for organisers',
  params,
  answer: managedArticle,
})

export const createArticle = endpoint({
  method: 'POST',
  path: '/api/articles',
  summary: 'Creates an article as a draft',
  idempotent: true,
  body: categorised(content),
  answer: managedArticle,
})

export const saveArticle = endpoint({
  method: 'PUT',
  path: '/api/articles/:id',
  summary: 'Saves an article; refused if somebody else has saved it meanwhile',
  params,
  body: categorised(content.extend({ version: z.int() })),
  answer: managedArticle,
})

export const moveArticle = endpoint({
  method: 'POST',
  path: '/api/articles/:id/state',
  summary: 'Publishes an article, schedules it, archives it, or makes it a draft again',
  params,
  body: z.strictObject({ state: publishState, version: z.int() }),
  answer: managedArticle,
})

export const deleteArticle = endpoint({
  method: 'DELETE',
  path: '/api/articles/:id',
  summary: 'Deletes a draft or archived item permanently',
  params,
  query: versionQuery,
  answer: z.object({}),
})

export const previewArticle = endpoint({
  method: 'POST',
  path: '/api/articles/preview',
  summary: 'Preview of an article in one language; nothing is stored',
  body: z.strictObject({ locale: z.enum(locales), content: categorised(content) }),
  answer: newsArticle.omit({ id: true, previous: true, next: true }),
})
