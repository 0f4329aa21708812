import { languageOf } from '@lectern/contract/localized.ts'
import type { Notice } from '@lectern/contract/notices.ts'
import type { Ctx } from '../../platform/context.ts'
import type { listNotices } from './mine.ts'

type ListedNotices = Awaited<ReturnType<typeof listNotices>>

const presentNotice = ({ locale: asked }: Ctx, { title, body, ...row }: ListedNotices['list'][number]): Notice => {
  const locale = languageOf(title, asked)
  return {
    id: row.id,
    kind: row.kind,
    title: title[locale] ?? '',
    body: body[locale] ?? '',
    locale,
    link: row.link,
    createdAt: row.createdAt.toISOString(),
    read: row.read,
  }
}

export const presentNotices = (ctx: Ctx, { list, ...page }: ListedNotices) => ({
  ...page,
  list: list.map((row) => presentNotice(ctx, row)),
})
