import { auditActions } from '@lectern/contract/audit-actions.ts'
import type { AuditEntry } from '@lectern/contract/audit.ts'
import type { listAudit } from './service.ts'

type ListedAudit = Awaited<ReturnType<typeof listAudit>>

const presentEntry = (
  { changes, personal, personalDigest, ...row }: ListedAudit['list'][number],
  usernames: ListedAudit['usernames'],
): AuditEntry => ({
  id: row.id,
  at: row.at.toISOString(),
  actorKind: row.actorKind,
  actorId: row.actorId,
  actorName: (row.actorId && usernames.get(row.actorId)) ?? null,
  action: row.action,
  subjectKind: row.subjectKind,
  subjectId: row.subjectId,
  subjectName: (row.subjectKind === 'account' && usernames.get(row.subjectId)) || null,
  before: (changes ?? personal?.changes)?.before ?? null,
  after: (changes ?? personal?.changes)?.after ?? null,
  address: personal?.address ?? null,
  requestId: row.requestId,
  erased: personalDigest !== null && personal === null,
})

export const presentAuditPage = ({ list, usernames, ...page }: ListedAudit) => ({
  ...page,
  list: list.map((row) => presentEntry(row, usernames)),
  /** What can be asked for. */
  actions: [...auditActions],
})
