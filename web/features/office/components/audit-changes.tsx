import { Descriptions, Typography } from 'antd'
import type { AuditEntry } from '@lectern/contract/audit.ts'
import { useIntl } from '../../../ui/intl.tsx'
import styles from './audit-changes.module.css'

const shown = (value: unknown): string => {
  if (value === undefined || value === null) return '—'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Before and after, side by side. */
export const AuditChanges = ({ entry }: { entry: AuditEntry }) => {
  const intl = useIntl()
  const text = (id: string): string => intl.formatMessage({ id })
  /** As forms call the field, those of content by words of their own; what no form has keeps its own name. */
  const nameOf = (field: string): string => {
    const own = {
      account: [],
      settings: [`office.settings.${field}`],
    }[entry.subjectKind] ?? [`office.audit.content.${field}`]
    const id = [...own, `field.${field}`].find((candidate) => candidate in intl.messages)
    return id ? text(id) : field
  }
  const fields = [...new Set([...Object.keys(entry.before ?? {}), ...Object.keys(entry.after ?? {})])]
  return (
    <div className={styles.entry}>
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
                <th scope="row">{nameOf(field)}</th>
                <td>{shown(entry.before?.[field])}</td>
                <td>{shown(entry.after?.[field])}</td>
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
          { key: 'address', label: text('office.audit.address'), children: shown(entry.address) },
          { key: 'subject', label: text('office.audit.subjectId'), children: entry.subjectId },
          { key: 'request', label: text('office.audit.request'), children: entry.requestId },
        ]}
      />
    </div>
  )
}
