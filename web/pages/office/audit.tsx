import { Button, Select, Space, Table } from 'antd'
import type { AuditEntry } from '@lectern/contract/audit.ts'
import { OfficeFrame } from '../../app/office/office-frame.tsx'
import { usePagesOfTable } from '../../app/office/page-of-table.ts'
import { auditList } from '../../features/office/api.ts'
import { AuditChanges } from '../../features/office/components/audit-changes.tsx'
import { FilterBar } from '../../features/office/components/filter-bar.tsx'
import { StateTag } from '../../features/office/components/state-tag.tsx'
import { DayRange } from '../../features/office/components/day-range.tsx'
import { Moment, useZoned } from '../../ui/moment.tsx'
import { pickQuery, useListAddress } from '../../features/office/list-address.ts'
import { wideTable } from '../../features/office/wide-table.ts'
import type { LoaderInput } from '../../router/route.ts'
import { useData } from '../../router/router-context.tsx'
import { useIntl } from '../../ui/intl.tsx'
import { useTableSize } from '../../features/office/density.ts'

const names = ['actor', 'action', 'subjectKind', 'subjectId', 'from', 'to', 'page', 'pageSize'] as const

export const loader = ({ query, client }: LoaderInput) =>
  client(auditList, { query: pickQuery(query, names) }, { skipErrorHandler: true })

const showChanges = (entry: AuditEntry) => <AuditChanges entry={entry} />

export default function Audit() {
  const intl = useIntl()
  const data = useData<typeof loader>()
  const { query, busy, change } = useListAddress()
  const pages = usePagesOfTable(data, change)
  const zoned = useZoned()
  const text = (id: string): string => intl.formatMessage({ id })
  const actorOf = ({ actorKind, actorId, actorName }: AuditEntry) =>
    actorId ? (
      <Button type="link" size="small" style={{ padding: 0 }} onClick={() => change({ actor: actorId })}>
        {actorName ?? text('office.audit.gone')}
      </Button>
    ) : (
      text(`office.audit.actor.${actorKind}`)
    )
  const size = useTableSize()
  return (
    <OfficeFrame title={text('menu.audit')}>
      <Space orientation="vertical" size="middle" style={{ width: '100%' }}>
        <FilterBar list="audit">
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
          <DayRange query={query} change={change} />
          {(query.get('actor') ?? query.get('subjectId')) && (
            <StateTag tone="active">{text('office.audit.oneOnly')}</StateTag>
          )}
        </FilterBar>
        <Table<AuditEntry>
          rowKey="id"
          size={size}
          loading={busy}
          dataSource={data.list}
          pagination={pages}
          {...wideTable(data.list)}
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
