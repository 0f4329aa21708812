import { Button, Descriptions, Input, Select, Space, Table, Tag, Typography } from 'antd'
import { useIntl } from 'react-intl'
import type { AuditEntry } from '@lectern/contract/audit.ts'
import { OfficeFrame } from '../../app/office/office-frame.tsx'
import { usePagesOfTable } from '../../app/office/page-of-table.ts'
import { auditList } from '../../features/office/api.ts'
import { Moment, useZoned } from '../../features/office/components/moment.tsx'
import { dayOf, endOfDay, startOfDay } from '../../features/office/days.ts'
import { pickQuery, useListAddress } from '../../features/office/list-address.ts'
import type { LoaderInput } from '../../router/route.ts'
import { useData } from '../../router/router-context.tsx'

const names = ['actor', 'action', 'subjectKind', 'subjectId', 'from', 'to', 'page', 'pageSize'] as const

export const loader = ({ query, client }: LoaderInput) =>
  client(auditList, { query: pickQuery(query, names) }, { skipErrorHandler: true })

const shown = (value: unknown): string => {
  if (value === undefined || value === null) return '—'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Before and after, side by side. */
const Changes = ({ entry }: { entry: AuditEntry }) => {
  const intl = useIntl()
  const fields = [...new Set([...Object.keys(entry.before ?? {}), ...Object.keys(entry.after ?? {})])]
  return (
    <Space orientation="vertical" style={{ width: '100%' }}>
      {fields.length > 0 && (
        <Table
          size="small"
          pagination={false}
          rowKey="field"
          dataSource={fields.map((field) => ({ field, before: entry.before?.[field], after: entry.after?.[field] }))}
          columns={[
            { title: intl.formatMessage({ id: 'office.audit.field' }), dataIndex: 'field' },
            { title: intl.formatMessage({ id: 'office.audit.before' }), render: (_, row) => shown(row.before) },
            { title: intl.formatMessage({ id: 'office.audit.after' }), render: (_, row) => shown(row.after) },
          ]}
        />
      )}
      {entry.erased && (
        <Typography.Text type="secondary">{intl.formatMessage({ id: 'office.audit.erased' })}</Typography.Text>
      )}
      <Descriptions
        size="small"
        items={[
          { key: 'address', label: intl.formatMessage({ id: 'office.audit.address' }), children: shown(entry.address) },
          { key: 'subject', label: intl.formatMessage({ id: 'office.audit.subjectId' }), children: entry.subjectId },
          { key: 'request', label: intl.formatMessage({ id: 'office.audit.request' }), children: entry.requestId },
        ]}
      />
    </Space>
  )
}

const showChanges = (entry: AuditEntry) => <Changes entry={entry} />

export default function Audit() {
  const intl = useIntl()
  const data = useData<typeof loader>()
  const { query, busy, change } = useListAddress()
  const pages = usePagesOfTable(data, change)
  const zoned = useZoned()
  const text = (id: string): string => intl.formatMessage({ id })
  const { timeZone } = intl
  const actorOf = ({ actorKind, actorId, actorName }: AuditEntry) =>
    actorId ? (
      <Button type="link" size="small" style={{ padding: 0 }} onClick={() => change({ actor: actorId })}>
        {actorName ?? text('office.audit.gone')}
      </Button>
    ) : (
      text(`office.audit.actor.${actorKind}`)
    )
  return (
    <OfficeFrame title={text('menu.audit')}>
      <Space orientation="vertical" size="middle" style={{ width: '100%' }}>
        <Space wrap>
          <Select
            allowClear
            showSearch={{ optionFilterProp: 'label' }}
            aria-label={text('office.audit.action')}
            placeholder={text('office.audit.action')}
            value={query.get('action')}
            options={data.actions.map((action) => ({ value: action, label: text(`audit.action.${action}`) }))}
            onChange={(action: string | undefined) => change({ action })}
            style={{ minWidth: 220 }}
          />
          {(['from', 'to'] as const).map((name) => (
            <label key={name}>
              {text(`office.audit.${name}`)}{' '}
              <Input
                type="date"
                style={{ width: 'auto' }}
                value={dayOf(query.get(name), timeZone)}
                onChange={({ target }) =>
                  change({
                    [name]: name === 'from' ? startOfDay(target.value, timeZone) : endOfDay(target.value, timeZone),
                  })
                }
              />
            </label>
          ))}
          {(query.get('actor') ?? query.get('subjectId')) && (
            <Tag closable onClose={() => change({ actor: undefined, subjectKind: undefined, subjectId: undefined })}>
              {text('office.audit.oneOnly')}
            </Tag>
          )}
        </Space>
        <Table<AuditEntry>
          rowKey="id"
          size="small"
          loading={busy}
          dataSource={data.list}
          pagination={pages}
          showHeader={data.list.length > 0}
          scroll={{ x: 'max-content' }}
          expandable={{
            columnTitle: <span className="visually-hidden">{text('office.details')}</span>,
            expandedRowRender: showChanges,
          }}
          columns={[
            { title: zoned(text('office.time')), render: (_, { at }) => <Moment value={at} /> },
            { title: text('office.audit.actor'), render: (_, entry) => actorOf(entry) },
            { title: text('office.audit.action'), render: (_, { action }) => text(`audit.action.${action}`) },
            {
              title: text('office.audit.subject'),
              render: (_, { subjectKind, subjectId, subjectName }) => (
                <Button
                  type="link"
                  size="small"
                  style={{ padding: 0 }}
                  onClick={() => change({ subjectKind, subjectId })}
                >
                  {subjectName ?? text(`office.audit.subject.${subjectKind}`)}
                </Button>
              ),
            },
          ]}
        />
      </Space>
    </OfficeFrame>
  )
}
