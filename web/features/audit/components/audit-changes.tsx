import type { MessageId } from '@lectern/messages/message-id.ts'
import { Descriptions, Typography } from 'antd'
import type { AuditEntry } from '@lectern/contract/audit/audit.ts'
import { useIntl } from '../../../ui/intl.tsx'
import { languageNames } from '../../admin-ui/language-names.ts'
import { fieldWords, valueWords, type Speaker } from '../value-words.ts'
import styles from './audit-changes.module.css'

interface AuditChangesProps {
  entry: AuditEntry
  /** Names by the ids in the values. */
  names: Readonly<Record<string, string>>
}

/** Values before and after, as readable text. */
export const AuditChanges = ({ entry, names }: AuditChangesProps) => {
  const intl = useIntl()
  const text = (id: MessageId): string => intl.formatMessage({ id })
  const speaker: Speaker = {
    locale: intl.locale,
    timeZone: intl.timeZone ?? 'UTC',
    names,
    languageOf: languageNames(intl.locale),
    t: (id, values) => intl.formatMessage({ id }, values),
  }
  const fields = [...new Set([...Object.keys(entry.before ?? {}), ...Object.keys(entry.after ?? {})])]
  const valueOf = (field: string, values: AuditEntry['before']): string =>
    valueWords(field, values?.[field], entry, speaker).join('\n')
  return (
    <div className={`stack gap-12 ${styles.entry}`}>
      {fields.length > 0 && (
        <table className={styles.changes}>
          <thead>
            <tr>
              <th scope="col">{text('office.audit.field')}</th>
              <th scope="col">{text('office.audit.before')}</th>
              <th scope="col">{text('office.audit.after')}</th>
            </tr>
          </thead>
          <tbody>
            {fields.map((field) => (
              <tr key={field}>
                <th scope="row">{fieldWords(field, entry, speaker)}</th>
                <td>{valueOf(field, entry.before)}</td>
                <td>{valueOf(field, entry.after)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {entry.erased && <Typography.Text type="secondary">{text('office.audit.erased')}</Typography.Text>}
      <Descriptions
        size="small"
        column={1}
        items={[
          { key: 'address', label: text('office.audit.address'), children: entry.address ?? '—' },
          { key: 'subject', label: text('office.audit.subjectId'), children: entry.subjectId },
          { key: 'request', label: text('office.audit.request'), children: entry.requestId },
        ]}
      />
    </div>
  )
}
