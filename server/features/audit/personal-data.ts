import type { AccountId } from '@lectern/contract/ids.ts'
import type { Database } from '../../platform/database/connect.ts'
import { and, desc, eq, or, sql } from '../../platform/database/drizzle.ts'
import type { PersonalData } from '../../platform/feature.ts'
import { eraseFromAudit } from './service.ts'
import { audit, auditPersonal } from './tables.ts'

/** What the user did, and what was done to their account. Addresses are given only for the user's own actions. */
const actionsOf = (db: Database, id: AccountId) =>
  db
    .select({
      at: audit.at,
      action: audit.action,
      isOwn: sql<boolean>`${audit.actorId} is not distinct from ${id}`,
      address: sql<string | null>`case when ${audit.actorId} = ${id} then ${auditPersonal.content} ->> 'address' end`,
    })
    .from(audit)
    .leftJoin(auditPersonal, eq(auditPersonal.auditId, audit.id))
    .where(or(eq(audit.actorId, id), and(eq(audit.subjectKind, 'account'), eq(audit.subjectId, id))))
    .orderBy(desc(audit.at), desc(audit.id))

export const auditData: PersonalData = {
  collect: async ({ db }, { id }) => ({ actions: await actionsOf(db, id) }),
  erase: (ctx, { id }) => eraseFromAudit(ctx, id),
}
