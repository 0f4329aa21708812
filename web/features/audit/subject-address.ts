import { hasCommonPage, isShownKind } from '@lectern/contract/audit/audit-actions.ts'
import type { AuditEntry } from '@lectern/contract/audit/audit.ts'
import { screenAddress } from '../admin-ui/screen-address.ts'

type Subject = Pick<AuditEntry, 'subjectKind' | 'subjectId' | 'subjectName' | 'subjectVariant'>

/** The page of an entry's subject; undefined if the subject is gone or has no page. */
export const subjectAddress = ({
  subjectKind,
  subjectId,
  subjectName,
  subjectVariant,
}: Subject): string | undefined => {
  const isShown = isShownKind(subjectKind)
  // Pages have no stored name and always exist.
  const isThere = subjectName !== null || subjectKind === 'page' || (isShown && hasCommonPage(subjectKind))
  if (!isThere || !(isShown || subjectKind === 'article')) return undefined
  return screenAddress(subjectKind, subjectId, subjectVariant)
}
