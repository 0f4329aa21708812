import { subjectKinds } from '@lectern/contract/audit/audit-actions.ts'
import { unlabelledIn } from '@lectern/contract/audit/audit-fields.ts'
import type { Connection } from '../platform/database/connect.ts'

/** What the tests of a site have logged that the office would show as a code. None if its database is gone. */
export const unlabelledEntries = async (pool: Connection['pool']): Promise<string[]> => {
  const entries = await pool
    .query<{ kind: string; changes: Record<string, unknown> }>(
      `select distinct subject_kind as kind, coalesce(changes, nullif(content -> 'changes', 'null')) as changes
       from audit left join audit_personal on audit_id = id
       where subject_kind = any ($1) and coalesce(changes, nullif(content -> 'changes', 'null')) is not null`,
      [subjectKinds],
    )
    .catch(() => undefined)
  const found = (entries?.rows ?? []).flatMap(({ kind, changes: { before, after } }) => [
    ...unlabelledIn(kind, before),
    ...unlabelledIn(kind, after),
  ])
  return [...new Set(found)]
}
