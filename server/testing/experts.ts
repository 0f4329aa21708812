import type { ExpertId } from '@lectern/contract/ids.ts'
import { expert } from '../features/experts/tables.ts'
import type { Connection } from '../platform/database/connect.ts'
import { newId } from '../platform/ids.ts'
import { fixedNow } from './site.ts'

type Row = typeof expert.$inferInsert

let count = 0

/** An expert in the usual state: published, in Chinese, after the existing ones. */
export const addExpert = async (db: Connection['db'], changes: Partial<Row> = {}): Promise<ExpertId> => {
  count += 1
  const row: Row = {
    id: newId<ExpertId>(fixedNow),
    name: { 'zh-CN': `专家${count}` },
    title: { 'zh-CN': '教授' },
    school: { 'zh-CN': '云泽师范大学' },
    bio: { 'zh-CN': '长期从事教学研究。' },
    fields: ['curriculum'],
    photo: null,
    state: 'published',
    position: count,
    createdAt: fixedNow,
    updatedAt: fixedNow,
    ...changes,
  }
  await db.insert(expert).values(row)
  return row.id
}
