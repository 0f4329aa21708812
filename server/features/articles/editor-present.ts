import type { ManagedArticle, ManagedItem } from '@lectern/contract/articles/articles.ts'
import { localize } from '@lectern/contract/localized.ts'
import type { Page } from '@lectern/contract/paging.ts'
import type { Ctx } from '../../platform/context.ts'
import { stateOf, type listManaged, type requireManaged } from './editor.ts'
import { presentFiles } from './present.ts'

type Listed = Awaited<ReturnType<typeof listManaged>>
type Found = Awaited<ReturnType<typeof requireManaged>>

const presentHead = ({ now }: Ctx, row: Listed['list'][number]) => ({
  id: row.id,
  kind: row.kind,
  category: row.category,
  pinned: row.pinned,
  state: stateOf(row, now),
  publishedAt: row.publishedAt?.toISOString() ?? null,
  updatedAt: row.updatedAt.toISOString(),
  written: row.written,
  version: row.version,
})

export const presentManagedPage = (ctx: Ctx, { list, ...page }: Listed): Page<ManagedItem> => ({
  ...page,
  list: list.map((row) => {
    const { text: title, locale } = localize(row.title, ctx.locale)
    return { ...presentHead(ctx, row), title, locale }
  }),
})

export const presentManaged = (ctx: Ctx, row: Found): ManagedArticle => ({
  ...presentHead(ctx, row),
  title: row.title,
  summary: row.summary,
  body: row.body,
  cover: row.cover,
  coverPicture: (row.cover && row.pictures.get(row.cover)) ?? null,
  attachments: presentFiles(row.attachments, row.files),
  author: row.author,
  createdAt: row.createdAt.toISOString(),
  views: row.views,
})
