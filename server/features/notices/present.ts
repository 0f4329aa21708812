import { languageOf } from '@lectern/contract/localized.ts'
import type { Notice } from '@lectern/contract/notices/notices.ts'
import type { Ctx } from '../../platform/context.ts'
import { htmlText } from '../../platform/html-text.ts'
import { renderLetter } from '../../platform/markdown.ts'
import type { listNotices } from './mine.ts'

type ListedNotices = Awaited<ReturnType<typeof listNotices>>

const presentNotice = async (
  { locale: asked }: Ctx,
  { title, body, ...row }: ListedNotices['list'][number],
): Promise<Notice> => {
  const locale = languageOf(title, asked)
  const text = body[locale] ?? ''
  const html = row.markdown ? await renderLetter({ text, locale }) : null
  return {
    id: row.id,
    kind: row.kind,
    title: title[locale] ?? '',
    body: html === null ? text : htmlText(html),
    html,
    locale,
    link: row.link,
    createdAt: row.createdAt.toISOString(),
    read: row.read,
  }
}

export const presentNotices = async (ctx: Ctx, { list, ...page }: ListedNotices) => ({
  ...page,
  list: await Promise.all(list.map((row) => presentNotice(ctx, row))),
})
