import type { Confirmation } from '@lectern/contract/works/work-values.ts'
import type { FileId } from '@lectern/contract/ids.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { inArray } from '../../../platform/database/drizzle.ts'
import { file } from '../../files/tables.ts'

type Hashed = Pick<typeof file.$inferSelect, 'isConfirmed' | 'actualSha256'>

/** Whether the SHA-256 of a file is that of its content. */
export const confirmationOf = ({ isConfirmed, actualSha256 }: Hashed): Confirmation => {
  if (isConfirmed) return 'confirmed'
  return actualSha256 === null ? 'waiting' : 'different'
}

/** The same, of the files that a submission names. */
export const confirmationsOf = async (
  db: Database,
  ids: readonly FileId[],
): Promise<ReadonlyMap<string, Confirmation>> => {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: file.id, isConfirmed: file.isConfirmed, actualSha256: file.actualSha256 })
    .from(file)
    .where(inArray(file.id, [...ids]))
  return new Map(rows.map((row) => [row.id, confirmationOf(row)]))
}
