import { Alert, Badge, Button, Select, Space, Table, Typography } from 'antd'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { channels, outboxStates } from '@lectern/contract/account-values.ts'
import type { OutboxMessage } from '@lectern/contract/outbox.ts'
import { useClient } from '../../app/client-context.tsx'
import { OfficeFrame } from '../../app/office/office-frame.tsx'
import { usePagesOfTable } from '../../app/office/page-of-table.ts'
import { useSite } from '../../app/site.tsx'
import { outboxList, sendAgain } from '../../features/office/api.ts'
import { Moment, useZoned } from '../../features/office/components/moment.tsx'
import { pickQuery, useListAddress } from '../../features/office/list-address.ts'
import type { LoaderInput } from '../../router/route.ts'
import { useData, useRouter } from '../../router/router-context.tsx'

export const loader = ({ query, client }: LoaderInput) =>
  client(outboxList, { query: pickQuery(query, ['state', 'channel', 'page', 'pageSize']) }, { skipErrorHandler: true })

const signs = { waiting: 'warning', sent: 'success', failed: 'error', expired: 'default' } as const

/** Why nothing leaves, if nothing does. */
const Carriers = ({ present }: { present: readonly string[] }) => {
  const intl = useIntl()
  const { demo } = useSite()
  if (demo) return <Alert type="info" showIcon title={intl.formatMessage({ id: 'office.outbox.demo' })} />
  const missing = channels.filter((channel) => !present.includes(channel))
  return missing.map((channel) => (
    <Alert key={channel} type="warning" showIcon title={intl.formatMessage({ id: `office.outbox.no.${channel}` })} />
  ))
}

const SendAgain = ({ message }: { message: OutboxMessage }) => {
  const intl = useIntl()
  const client = useClient()
  const router = useRouter()
  const [busy, setBusy] = useState(false)
  const send = async (): Promise<void> => {
    setBusy(true)
    try {
      await client(sendAgain, { params: { id: message.id } })
      await router.reload()
    } catch {
      // The request has said why.
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button size="small" loading={busy} onClick={() => void send()}>
      {intl.formatMessage({ id: 'office.outbox.again' })}
    </Button>
  )
}

const Content = ({ message }: { message: OutboxMessage }) => (
  <>
    <Typography.Paragraph style={{ whiteSpace: 'pre-line', maxWidth: '40rem' }}>{message.text}</Typography.Paragraph>
    {message.lastError && <Typography.Text type="danger">{message.lastError}</Typography.Text>}
  </>
)

const showContent = (message: OutboxMessage) => <Content message={message} />

export default function Outbox() {
  const intl = useIntl()
  const data = useData<typeof loader>()
  const { query, busy, change } = useListAddress()
  const pages = usePagesOfTable(data, change)
  const zoned = useZoned()
  const text = (id: string): string => intl.formatMessage({ id })
  const filter = (name: 'state' | 'channel', values: readonly string[]) => (
    <Select
      allowClear
      aria-label={text(`office.outbox.${name}`)}
      placeholder={text(`office.outbox.${name}`)}
      value={query.get(name)}
      options={values.map((value) => ({ value, label: text(`office.outbox.${name}.${value}`) }))}
      onChange={(value: string | undefined) => change({ [name]: value })}
      style={{ minWidth: 140 }}
    />
  )
  return (
    <OfficeFrame title={text('menu.outbox')}>
      <Space orientation="vertical" size="middle" style={{ width: '100%' }}>
        <Carriers present={data.channels} />
        <Space wrap>
          {filter('state', outboxStates)}
          {filter('channel', channels)}
        </Space>
        <Table<OutboxMessage>
          rowKey="id"
          size="small"
          loading={busy}
          dataSource={data.list}
          pagination={pages}
          showHeader={data.list.length > 0}
          scroll={{ x: 'max-content' }}
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
            { title: text('office.outbox.recipient'), dataIndex: 'recipient' },
            { title: text('office.outbox.subject'), dataIndex: 'subject' },
            {
              title: text('office.outbox.state'),
              render: (_, { state }) => <Badge status={signs[state]} text={text(`office.outbox.state.${state}`)} />,
            },
            { title: text('office.outbox.attempts'), dataIndex: 'attempts', align: 'end' },
            {
              title: text('office.actions'),
              render: (_, message) => message.state === 'failed' && <SendAgain message={message} />,
            },
          ]}
        />
      </Space>
    </OfficeFrame>
  )
}
