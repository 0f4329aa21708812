import type { AuditEntry } from '@lectern/contract/audit.ts'
import { isScreenKind, screenAddress } from '../admin-ui/screen-address.ts'

type Subject = Pick<AuditEntry, 'subjectKind' | 'subjectId' | 'subjectName' | 'subjectVariant'>

/** Pages of subjects without their own page. */
const pages: Partial<Record<string, string>> = {
  settings: '/Admin/Setting',
  outbox: '/Admin/Outbox',
  task: '/Admin/Task',
  members: '/Admin/Member',
  enrolments: '/Admin/Enrolment',
  document: '/Admin/Document',
  notice: '/Admin/Announcement',
}

/** The page of an entry's subject; undefined if the subject is gone or has no page. */
export const subjectAddress = ({
  subjectKind,
  subjectId,
  subjectName,
  subjectVariant,
}: Subject): string | undefined => {
  const page = pages[subjectKind]
  if (page) return page
  // Pages have no stored name and always exist.
  if (subjectName === null && subjectKind !== 'page') return undefined
  return isScreenKind(subjectKind) ? screenAddress(subjectKind, subjectId, subjectVariant) : undefined
}
