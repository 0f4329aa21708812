import type { MessageId } from '@lectern/messages/message-id.ts'
import { App, Space, Table } from 'antd'
import {
  listMessages,
  moveMessage,
  readMessage,
  type ListedMessage,
} from '@lectern/contract/contact-messages/contact-messages.ts'
import { useClient } from '../../app/client-context.tsx'
import { OfficeFrame } from '../../app/office/office-frame.tsx'
import { usePagesOfTable } from '../../app/office/page-of-table.ts'
import { MessageFilters } from '../../features/contact-messages/office/components/message-filters.tsx'
import { MessageState } from '../../features/contact-messages/office/components/message-state.tsx'
import { useActionsColumn } from '../../features/admin-ui/actions-column.tsx'
import type { RowAction } from '../../features/admin-ui/components/row-actions.tsx'
import { Moment, useZoned } from '../../ui/moment.tsx'
import { Phone } from '../../ui/phone.tsx'
import { pickQuery, useListAddress } from '../../features/admin-ui/list-address.ts'
import { wideTable } from '../../features/admin-ui/wide-table.ts'
import { Link } from '../../router/link.tsx'
import { go } from '../../router/history.ts'
import type { LoaderInput } from '../../router/route.ts'
import { useData, useRouter } from '../../router/router-context.tsx'
import { useIntl } from '../../ui/intl.tsx'
import { useTableSize } from '../../features/admin-ui/density.ts'
import { EmptyList } from '../../features/admin-ui/components/empty-list.tsx'

const names = ['search', 'state', 'from', 'to', 'sort', 'page', 'pageSize'] as const

export const loader = ({ query, client }: LoaderInput) =>
  client(listMessages, { query: pickQuery(query, names) }, { skipErrorHandler: true })

export default function Messages() {
  const intl = useIntl()
  const data = useData<typeof loader>()
  const { query, busy, change } = useListAddress()
  const pages = usePagesOfTable(data, change)
  const zoned = useZoned()
  const text = (id: MessageId): string => intl.formatMessage({ id })
  const size = useTableSize()
  const client = useClient()
  const router = useRouter()
  const actionsColumn = useActionsColumn()
  const { message: toast } = App.useApp()
  const move = async (id: ListedMessage['id'], state: 'new' | 'closed'): Promise<void> => {
    try {
      // Another organiser may have changed it since the list was read.
      const { version } = await client(readMessage, { params: { id } })
      await client(moveMessage, { params: { id }, body: { version, state } })
      void toast.success(text(state === 'closed' ? 'office.messages.closed' : 'office.messages.reopened'))
    } catch {
      // The request has shown the reason.
    }
    await router.reload()
  }
  const actionsOf = ({ id, state }: ListedMessage): RowAction[] => [
    { key: 'open', label: text('office.list.open'), onClick: () => void go(router, `/Admin/Message/${id}`) },
    state === 'closed'
      ? { key: 'reopen', label: text('office.messages.reopen'), onClick: () => void move(id, 'new') }
      : { key: 'close', label: text('office.messages.close'), onClick: () => void move(id, 'closed') },
    {
      key: 'log',
      label: text('office.messages.log'),
      onClick: () => void go(router, `/Admin/Audit?subjectKind=message&subjectId=${id}`),
    },
  ]
  return (
    <OfficeFrame title={text('menu.messages')}>
      <Space orientation="vertical" size="middle" style={{ width: '100%' }}>
        <MessageFilters query={query} change={change} />
        <Table<ListedMessage>
          rowKey="id"
          size={size}
          loading={busy}
          dataSource={data.list}
          pagination={pages}
          {...wideTable(data.list)}
          locale={{ emptyText: <EmptyList noMatch={text('office.messages.none')} /> }}
          onChange={(_pages, _filters, sorter, { action }) => {
            const ascending = !Array.isArray(sorter) && sorter.order === 'ascend'
            if (action === 'sort') change({ sort: ascending ? 'createdAt' : undefined })
          }}
          columns={[
            {
              title: zoned(text('office.time')),
              key: 'createdAt',
              sorter: true,
              sortDirections: ['descend', 'ascend', 'descend'],
              sortOrder: query.get('sort') === 'createdAt' ? 'ascend' : 'descend',
              render: (_, { createdAt }) => <Moment value={createdAt} />,
            },
            {
              title: text('office.messages.subject'),
              render: (_, { id, subject }) => <Link to={`/Admin/Message/${id}`}>{subject}</Link>,
            },
            { title: text('office.messages.name'), dataIndex: 'name' },
            {
              title: text('office.messages.contact'),
              render: (_, { contact }) => (contact.startsWith('+') ? <Phone value={contact} /> : contact),
            },
            { title: text('office.messages.reference'), render: (_, { reference }) => <code>{reference}</code> },
            { title: text('office.messages.state'), render: (_, { state }) => <MessageState state={state} /> },
            actionsColumn<ListedMessage>(({ subject }) => subject, actionsOf),
          ]}
        />
      </Space>
    </OfficeFrame>
  )
}
