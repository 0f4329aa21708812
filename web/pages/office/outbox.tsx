import type { MessageId } from '@lectern/messages/message-id.ts'
import { Alert, Space, Table } from 'antd'
import { channels, outboxStates } from '@lectern/contract/accounts/account-values.ts'
import { listOutbox, sendAgain, type OutboxMessage } from '@lectern/contract/outbox/outbox.ts'
import { useClient } from '../../app/client-context.tsx'
import { OfficeFrame } from '../../app/office/office-frame.tsx'
import { usePagesOfTable } from '../../app/office/page-of-table.ts'
import { useSite } from '../../app/site.tsx'
import { EmptyList } from '../../features/admin-ui/components/empty-list.tsx'
import { FilterBar } from '../../features/admin-ui/components/filter-bar.tsx'
import { ListFilter } from '../../features/admin-ui/components/list-filter.tsx'
import { ListSearch } from '../../features/admin-ui/components/list-search.tsx'
import { MissingChannels } from '../../features/admin-ui/components/missing-channels.tsx'
import { Moment, useZoned } from '../../ui/moment.tsx'
import { useActionsColumn } from '../../features/admin-ui/actions-column.tsx'
import { OutboxContent } from '../../features/admin-ui/components/outbox-message.tsx'
import { StateTag } from '../../features/admin-ui/components/state-tag.tsx'
import { WithheldNote } from '../../features/admin-ui/components/withheld-note.tsx'
import { pickQuery, useListAddress } from '../../features/admin-ui/list-address.ts'
import { wideTable } from '../../features/admin-ui/wide-table.ts'
import type { LoaderInput } from '../../router/route.ts'
import { useData, useRouter } from '../../router/router-context.tsx'
import { useIntl } from '../../ui/intl.tsx'
import { Phone } from '../../ui/phone.tsx'
import { useTableSize } from '../../features/admin-ui/density.ts'

export const loader = ({ query, client }: LoaderInput) =>
  client(
    listOutbox,
    { query: pickQuery(query, ['search', 'state', 'channel', 'page', 'pageSize']) },
    { skipErrorHandler: true },
  )

const tones = { waiting: 'active', sent: 'good', failed: 'bad', expired: 'quiet' } as const

const showContent = (message: OutboxMessage) => <OutboxContent message={message} />

export default function Outbox() {
  const intl = useIntl()
  const client = useClient()
  const router = useRouter()
  const { demo } = useSite()
  const data = useData<typeof loader>()
  const { query, busy, change } = useListAddress()
  const pages = usePagesOfTable(data, change)
  const zoned = useZoned()
  const text = (id: MessageId): string => intl.formatMessage({ id })
  const filter = (name: 'state' | 'channel', values: readonly { value: string; label: MessageId }[]) => (
    <ListFilter
      query={query}
      change={change}
      name={name}
      label={text(`office.outbox.${name}`)}
      options={values.map(({ value, label }) => ({ value, label: text(label) }))}
    />
  )
  const size = useTableSize()
  const actions = useActionsColumn()
  const sendOnceMore = async ({ id }: OutboxMessage): Promise<void> => {
    try {
      await client(sendAgain, { params: { id } })
    } catch {
      // The request pipeline has shown the reason.
    }
    await router.reload()
  }
  return (
    <OfficeFrame title={text('menu.outbox')}>
      <Space orientation="vertical" size="middle" style={{ width: '100%' }}>
        {demo ? (
          <Alert type="info" showIcon title={text('office.outbox.demo')} />
        ) : (
          <MissingChannels present={data.channels} />
        )}
        <WithheldNote count={data.withheld} />
        <FilterBar list="outbox">
          <ListSearch
            query={query}
            change={change}
            label={text('office.outbox.search')}
            hint={text('office.outbox.searchHint')}
          />
          {filter(
            'state',
            outboxStates.map((value) => ({ value, label: `office.outbox.state.${value}` })),
          )}
          {filter(
            'channel',
            channels.map((value) => ({ value, label: `office.outbox.channel.${value}` })),
          )}
        </FilterBar>
        <Table<OutboxMessage>
          rowKey="id"
          size={size}
          loading={busy}
          dataSource={data.list}
          pagination={pages}
          {...wideTable(data.list)}
          locale={{ emptyText: <EmptyList noMatch={text('office.outbox.none')} /> }}
          expandable={{
            columnTitle: <span className="visually-hidden">{text('office.details')}</span>,
            expandedRowRender: showContent,
          }}
          columns={[
            { title: zoned(text('office.time')), render: (_, { createdAt }) => <Moment value={createdAt} /> },
            {
              title: text('office.outbox.channel'),
              render: (_, { channel }) => text(`office.outbox.channel.${channel}`),
            },
            {
              title: text('office.outbox.recipient'),
              render: (_, { channel, recipient }) => (channel === 'sms' ? <Phone value={recipient} /> : recipient),
            },
            { title: text('office.outbox.subject'), dataIndex: 'subject' },
            {
              title: text('office.outbox.state'),
              render: (_, { state }) => <StateTag tone={tones[state]}>{text(`office.outbox.state.${state}`)}</StateTag>,
            },
            { title: text('office.outbox.attempts'), dataIndex: 'attempts', align: 'end' },
            actions(
              ({ recipient }) => recipient,
              (message) =>
                message.state === 'failed'
                  ? [{ key: 'again', label: text('office.outbox.again'), onClick: () => void sendOnceMore(message) }]
                  : [],
            ),
          ]}
        />
      </Space>
    </OfficeFrame>
  )
}
