import { languageOf } from '@lectern/contract/localized.ts'
import type { Announcement, Notice } from '@lectern/contract/notices.ts'
import type { Ctx } from '../../platform/context.ts'
import type { listAnnouncements } from './announcements.ts'
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

type Announced = Awaited<ReturnType<typeof listAnnouncements>>

/** In all languages: organisers see what each reader gets. */
export const presentAnnouncements = ({ list, readers, underWay, ...page }: Announced) => ({
  ...page,
  list: list.map((row): Announcement => ({
    id: row.id,
    to: row.access ?? 'everyone',
    title: row.title,
    body: row.body,
    link: row.link,
    createdAt: row.createdAt.toISOString(),
    by: row.by,
    people: row.people,
    readers: readers.get(row.id) ?? 0,
    letters: row.letters,
    state: underWay.has(row.id) ? 'sending' : 'sent',
  })),
})
