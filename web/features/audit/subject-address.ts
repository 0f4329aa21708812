import type { ArticleKind } from '@lectern/contract/article-kinds.ts'
import type { AuditEntry } from '@lectern/contract/audit.ts'
import type { NewsId } from '@lectern/contract/ids.ts'
import { editPath } from '../articles/article-address.ts'

type Subject = Pick<AuditEntry, 'subjectKind' | 'subjectId' | 'subjectName' | 'subjectVariant'>

/** Pages without an id of their own. */
const pages: Partial<Record<string, string>> = {
  settings: '/Admin/Setting',
  outbox: '/Admin/Outbox',
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
  if (subjectKind === 'page') return `/Admin/About?page=${subjectId}`
  if (subjectName === null) return undefined
  const addresses: Partial<Record<string, string>> = {
    account: `/Admin/Member?id=${subjectId}`,
    team: `/Admin/Team?team=${subjectId}`,
    enrolment: `/Admin/Enrolment/${subjectId}`,
    activity: `/Admin/Activity/Edit?id=${subjectId}`,
    edition: `/Admin/Phase?edition=${subjectId}`,
    phase: `/Admin/Phase?edition=${subjectVariant}`,
    article: editPath(subjectVariant as ArticleKind, subjectId as NewsId),
    material: `/Admin/Material/Edit?id=${subjectId}`,
    banner: `/Admin/Banner/Edit?id=${subjectId}`,
    expert: `/Admin/Expert/Edit?id=${subjectId}`,
    partner: `/Admin/Partner/Edit?id=${subjectId}`,
    message: `/Admin/Message/${subjectId}`,
    announcement: `/Admin/Announcement/Edit?id=${subjectId}`,
  }
  return addresses[subjectKind]
}
