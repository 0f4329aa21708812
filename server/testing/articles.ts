import type { NewsId } from '@lectern/contract/ids.ts'
import { article } from '../features/articles/tables.ts'
import type { Connection } from '../platform/database/connect.ts'
import { newId } from '../platform/ids.ts'
import { fixedNow } from './site.ts'

type Row = typeof article.$inferInsert

/** An article in its usual state: published an hour before the fixed time, in Chinese. */
export const addArticle = async (db: Connection['db'], changes: Partial<Row> = {}): Promise<NewsId> => {
  const written = new Date(fixedNow.getTime() - 3_600_000)
  const row: Row = {
    id: newId<NewsId>(written),
    kind: 'news',
    title: { 'zh-CN': '标题' },
    summary: { 'zh-CN': '摘要' },
    body: { 'zh-CN': '<p>正文</p>' },
    category: 'announcement',
    pinned: false,
    state: 'published',
    publishedAt: written,
    createdAt: written,
    updatedAt: written,
    ...changes,
  }
  await db.insert(article).values(row)
  return row.id
}

/** Many at once, a minute apart, newest first. */
export const addArticles = async (db: Connection['db'], count: number): Promise<NewsId[]> => {
  const ids: NewsId[] = []
  for (let position = 0; position < count; position += 1) {
    const publishedAt = new Date(fixedNow.getTime() - (position + 1) * 60_000)
    ids.push(await addArticle(db, { publishedAt, title: { 'zh-CN': `第${position + 1}篇` } }))
  }
  return ids
}
