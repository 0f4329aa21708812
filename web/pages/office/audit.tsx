import type { MessageId } from '@lectern/messages/message-id.ts'
import { Button, Select, Space, Table } from 'antd'
import { listAudit, type AuditEntry } from '@lectern/contract/audit/audit.ts'
import { useClient } from '../../app/client-context.tsx'
import { OfficeFrame } from '../../app/office/office-frame.tsx'
import { usePagesOfTable } from '../../app/office/page-of-table.ts'
import { findActionLabel } from '../../features/audit/audit-labels.ts'
import { AuditChanges } from '../../features/audit/components/audit-changes.tsx'
import { AuditSubject } from '../../features/audit/components/audit-subject.tsx'
import { SearchFilter } from '../../features/audit/components/search-filter.tsx'
import { EmptyList } from '../../features/admin-ui/components/empty-list.tsx'
import { DayRange } from '../../features/admin-ui/components/day-range.tsx'
import { FilterBar } from '../../features/admin-ui/components/filter-bar.tsx'
import { useTableSize } from '../../features/admin-ui/density.ts'
import { WithheldNote } from '../../features/admin-ui/components/withheld-note.tsx'
import { pickQuery, useListAddress } from '../../features/admin-ui/list-address.ts'
import { wideTable } from '../../features/admin-ui/wide-table.ts'
import type { LoaderInput } from '../../router/route.ts'
import { useData } from '../../router/router-context.tsx'
import { useIntl } from '../../ui/intl.tsx'
import { Moment, useZoned } from '../../ui/moment.tsx'

const names = ['actor', 'action', 'subjectKind', 'subjectId', 'from', 'to', 'page', 'pageSize'] as const

export const loader = ({ query, client }: LoaderInput) =>
  client(listAudit, { query: pickQuery(query, names) }, { skipErrorHandler: true })

/** The office search calls accounts "members". */
const subjectKindOf = (kind: string): string => (kind === 'member' ? 'account' : kind)

const showChanges = (fieldNames: Readonly<Record<string, string>>) => (entry: AuditEntry) => (
  <AuditChanges entry={entry} names={fieldNames} />
)

export default function Audit() {
  const intl = useIntl()
  const client = useClient()
  const data = useData<typeof loader>()
  const { query, busy, change } = useListAddress()
  const pages = usePagesOfTable(data, change)
  const zoned = useZoned()
  const size = useTableSize()
  const text = (id: MessageId): string => intl.formatMessage({ id })
  const actionName = (action: string): string => {
    const id = findActionLabel(action)
    return id ? text(id) : action
  }
  const actorOf = ({ actorKind, actorId, actorName }: AuditEntry) =>
    actorId ? (
      <Button type="link" size="small" style={{ padding: 0 }} onClick={() => change({ actor: actorId })}>
        {actorName ?? text('office.audit.gone')}
      </Button>
    ) : (
      text(actorKind === 'account' ? 'office.audit.gone' : `office.audit.actor.${actorKind}`)
    )
  const [subjectKind, subjectId] = [query.get('subjectKind'), query.get('subjectId')]
  return (
    <OfficeFrame title={text('menu.audit')}>
      <Space orientation="vertical" size="middle" style={{ width: '100%' }}>
        <WithheldNote count={data.withheld} />
        <FilterBar list="audit">
          <SearchFilter
            client={client}
            label={text('office.audit.person')}
            value={query.get('actor') ?? undefined}
            name={data.chosen.actor ?? text('office.audit.gone')}
            isAllowed={({ kind }) => kind === 'member'}
            valueOf={({ id }) => id}
            onChoose={(actor) => change({ actor })}
          />
          <SearchFilter
            client={client}
            label={text('office.audit.object')}
            value={subjectId ? `${subjectKind} ${subjectId}` : undefined}
            name={data.chosen.subject ?? text('office.audit.chosen')}
            isAllowed={() => true}
            valueOf={({ kind, id }) => `${subjectKindOf(kind)} ${id}`}
            onChoose={(chosen) => {
              const [kind, id] = chosen?.split(' ') ?? []
              change({ subjectKind: kind, subjectId: id })
            }}
          />
          <Select
            allowClear
            showSearch={{ optionFilterProp: 'label' }}
            aria-label={text('office.audit.action')}
            placeholder={text('office.audit.action')}
            value={query.get('action')}
            options={data.actions.map((action) => ({ value: action, label: actionName(action) }))}
            onChange={(action: string | undefined) => change({ action })}
            style={{ minWidth: 220 }}
          />
          <DayRange query={query} change={change} />
        </FilterBar>
        <Table<AuditEntry>
          rowKey="id"
          size={size}
          loading={busy}
          dataSource={data.list}
          pagination={pages}
          {...wideTable(data.list)}
          locale={{ emptyText: <EmptyList noMatch={text('office.audit.none')} /> }}
          expandable={{
            columnTitle: <span className="visually-hidden">{text('office.details')}</span>,
            expandedRowRender: showChanges(data.names),
          }}
          columns={[
            { title: zoned(text('office.time')), render: (_, { at }) => <Moment value={at} /> },
            { title: text('office.audit.actor'), render: (_, entry) => actorOf(entry) },
            { title: text('office.audit.action'), render: (_, entry) => actionName(entry.action) },
            {
              title: text('office.audit.subject'),
              render: (_, entry) => (
                <AuditSubject
                  entry={entry}
                  onChoose={() => change({ subjectKind: entry.subjectKind, subjectId: entry.subjectId })}
                />
              ),
            },
          ]}
        />
      </Space>
    </OfficeFrame>
  )
}
