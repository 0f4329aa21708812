import { Button } from 'antd'
import type { AuditEntry } from '@lectern/contract/audit/audit.ts'
import { Link } from '../../../router/link.tsx'
import { SearchIcon } from '../../../ui/icons.tsx'
import { hasMessage, useIntl } from '../../../ui/intl.tsx'
import { subjectLabel } from '../audit-labels.ts'
import { subjectAddress } from '../subject-address.ts'

interface AuditSubjectProps {
  entry: AuditEntry
  /** Filters the log by this subject. */
  onChoose: () => void
}

/** The subject of an entry: name and number as a link, and its kind. */
export const AuditSubject = ({ entry, onChoose }: AuditSubjectProps) => {
  const intl = useIntl()
  const { subjectKind, subjectName, subjectDetail, subjectLocale } = entry
  const kindId = subjectLabel(subjectKind)
  const kind = kindId ? intl.formatMessage({ id: kindId }) : subjectKind
  const phaseKind = `office.phases.kind.${subjectDetail}`
  const detail =
    subjectKind === 'phase' && hasMessage(intl, phaseKind) ? intl.formatMessage({ id: phaseKind }) : subjectDetail
  const name = subjectName ?? kind
  const address = subjectAddress(entry)
  const label = <span lang={subjectLocale ?? undefined}>{name}</span>
  return (
    <span style={{ display: 'flex', alignItems: 'center', gap: 8 }}>
      <span>
        {address ? <Link to={address}>{label}</Link> : label}
        {subjectName !== null && (
          <>
            <br />
            <small>{[kind, detail].filter(Boolean).join(' · ')}</small>
          </>
        )}
      </span>
      <Button
        type="text"
        size="small"
        icon={<SearchIcon />}
        aria-label={intl.formatMessage({ id: 'office.audit.onlyThis' }, { name })}
        title={intl.formatMessage({ id: 'office.audit.onlyThis' }, { name })}
        onClick={onChoose}
      />
    </span>
  )
}
