import type { AuditEntry } from '@lectern/contract/audit.ts'
import { isScreenKind, screenAddress } from '../admin-ui/screen-address.ts'

type Subject = Pick<AuditEntry, 'subjectKind' | 'subjectId' | 'subjectName' | 'subjectVariant'>

/** Pages without an id of their own. */
const pages: Partial<Record<string, string>> = {
  settings: '/Admin/Setting',
  outbox: '/Admin/Outbox',
  task: '/Admin/Task',
  members: '/Admin/Member',
  enrolments: '/Admin/Enrolment',
  document: '/Admin/Document',
  notice: '/Admin/Announcement',
}

/** Where what an entry is about is looked at; nowhere, if it is gone or has no screen. */
export const subjectAddress = ({
  subjectKind,
  subjectId,
  subjectName,
  subjectVariant,
}: Subject): string | undefined => {
  const page = pages[subjectKind]
  if (page) return page
  // Pages are known by their address alone, and always there.
  if (subjectName === null && subjectKind !== 'page') return undefined
  return isScreenKind(subjectKind) ? screenAddress(subjectKind, subjectId, subjectVariant) : undefined
}
