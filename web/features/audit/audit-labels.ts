import { auditActions, subjectKinds, type AuditAction } from '@lectern/contract/audit/audit-actions.ts'
import { auditCodes, type AuditCodeList } from '@lectern/contract/audit/audit-codes.ts'
import { auditLabelOf, type AuditField } from '@lectern/contract/audit/audit-fields.ts'
import type { MessageId } from '@lectern/messages/message-id.ts'

/** The label of a field of the log. A test sees that all these messages exist. */
export const fieldLabel = (field: AuditField, subjectKind: string): MessageId =>
  auditLabelOf(field, subjectKind) as MessageId

/** The label of a value that is from a fixed list; undefined for values of former versions. */
export const findCodeLabel = (list: AuditCodeList, code: string): MessageId | undefined =>
  auditCodes[list].values.includes(code) ? (`${auditCodes[list].label}${code}` as MessageId) : undefined

/** Older versions may have stored kinds that no longer exist; they have no label. */
export const subjectLabel = (kind: string): MessageId | undefined => {
  const subjectKind = subjectKinds.find((subject) => subject === kind)
  return subjectKind && `office.audit.subject.${subjectKind}`
}

const actionLabel = (action: AuditAction): MessageId => `audit.action.${action}`

/** Former versions may have stored actions that no longer exist: they have no label. */
export const findActionLabel = (action: string): MessageId | undefined =>
  (auditActions as readonly string[]).includes(action) ? actionLabel(action as AuditAction) : undefined
