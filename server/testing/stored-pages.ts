import type { FileId, WorkId } from '@lectern/contract/ids.ts'
import { putPages } from '../features/files/service.ts'
import { pageRulesOf } from '../features/works/slide-pages/page-rules.ts'
import { workFile } from '../features/works/tables.ts'
import { eq } from '../platform/database/drizzle.ts'
import type { TestSite } from './site.ts'

/** Gives every file of a work, or of all works, pages as if it were slides; nobody asks for its type. Returns their ids. */
export const storePages = async (
  site: Pick<TestSite, 'db' | 'asProgram'>,
  pages: Buffer,
  workId?: WorkId,
): Promise<FileId[]> => {
  const files = await site.db
    .select({ id: workFile.id, blind: workFile.blind })
    .from(workFile)
    .where(workId && eq(workFile.workId, workId))
  for (const { id, blind } of files)
    await putPages(site.asProgram(), { purpose: 'work', id }, { pages, rules: pageRulesOf(blind ?? { kind: 'plain' }) })
  return files.map(({ id }) => id)
}
