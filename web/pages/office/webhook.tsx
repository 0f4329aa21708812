import type { QueryInputOf } from '@lectern/contract/endpoint.ts'
import { deliveryStates } from '@lectern/contract/webhooks/webhook-values.ts'
import {
  listWebhookDeliveries,
  listWebhooks,
  resendWebhookDelivery,
  type WebhookDelivery,
} from '@lectern/contract/webhooks/webhooks.ts'
import { App, Space, Table, Typography } from 'antd'
import { useClient } from '../../app/client-context.tsx'
import { OfficeFrame } from '../../app/office/office-frame.tsx'
import { usePagesOfTable } from '../../app/office/page-of-table.ts'
import { useActionsColumn } from '../../features/admin-ui/actions-column.tsx'
import { EmptyList } from '../../features/admin-ui/components/empty-list.tsx'
import { FilterBar } from '../../features/admin-ui/components/filter-bar.tsx'
import { ListFilter } from '../../features/admin-ui/components/list-filter.tsx'
import { StateTag, type Tone } from '../../features/admin-ui/components/state-tag.tsx'
import { useTableSize } from '../../features/admin-ui/density.ts'
import { pickQuery, useListAddress } from '../../features/admin-ui/list-address.ts'
import { wideTable } from '../../features/admin-ui/wide-table.ts'
import { AnswerText } from '../../features/webhooks/components/webhook-answer.tsx'
import { useWebhookWords } from '../../features/webhooks/webhook-words.ts'
import { Link } from '../../router/link.tsx'
import type { LoaderInput } from '../../router/route.ts'
import { useData, useRouter } from '../../router/router-context.tsx'
import { Moment, useZoned } from '../../ui/moment.tsx'

type Query = QueryInputOf<typeof listWebhookDeliveries>

export const loader = async ({ params, query, client }: LoaderInput) => {
  const id = params['id']!
  const [deliveries, { list, whyNot }] = await Promise.all([
    client(
      listWebhookDeliveries,
      { params: { id }, query: pickQuery<Query>(query, ['state', 'page', 'pageSize']) },
      { skipErrorHandler: true },
    ),
    client(listWebhooks, {}, { skipErrorHandler: true }),
  ])
  const webhook = list.find((one) => one.id === id)!
  return { deliveries, webhook, whyNot }
}

const tones: Record<WebhookDelivery['state'], Tone> = { waiting: 'active', delivered: 'good', failed: 'bad' }

/** What was sent to one webhook, and what it answered. */
export default function WebhookDeliveries() {
  const client = useClient()
  const router = useRouter()
  const t = useWebhookWords()
  const { message } = App.useApp()
  const { query, busy, change } = useListAddress()
  const { deliveries, webhook, whyNot } = useData<typeof loader>()
  const pages = usePagesOfTable(deliveries, change)
  const zoned = useZoned()
  const size = useTableSize()
  const actions = useActionsColumn()
  const resend = async ({ id: event }: WebhookDelivery): Promise<void> => {
    try {
      await client(resendWebhookDelivery, { params: { id: webhook.id, event } })
      void message.success(t('resent'))
    } catch {
      // The request has shown the reason.
    }
    await router.reload()
  }
  return (
    <OfficeFrame
      title={t('deliveriesTitle', { name: webhook.name })}
      actions={<Link to="/Admin/Webhook">{t('all')}</Link>}
    >
      <Space orientation="vertical" size="middle" style={{ width: '100%' }}>
        <FilterBar list="webhookDeliveries">
          <ListFilter
            query={query}
            change={change}
            name="state"
            label={t('state')}
            options={deliveryStates.map((value) => ({ value, label: t(`delivery.${value}`) }))}
          />
        </FilterBar>
        <Table<WebhookDelivery>
          rowKey="id"
          size={size}
          loading={busy}
          dataSource={deliveries.list}
          pagination={pages}
          {...wideTable(deliveries.list)}
          locale={{ emptyText: <EmptyList noMatch={t('deliveriesNone')} /> }}
          columns={[
            {
              title: t('event'),
              render: (_, { type, body }) => (
                <>
                  {t(`type.${type}`)}
                  <Typography.Paragraph code style={{ margin: 0, wordBreak: 'break-all' }}>
                    {body}
                  </Typography.Paragraph>
                </>
              ),
            },
            {
              title: t('state'),
              render: (_, { state }) => <StateTag tone={tones[state]}>{t(`delivery.${state}`)}</StateTag>,
            },
            { title: zoned(t('at')), render: (_, { createdAt }) => <Moment value={createdAt} /> },
            {
              title: zoned(t('answers')),
              render: (_, { answers }) =>
                answers.length === 0
                  ? t('answersNone')
                  : answers.map((answer) => (
                      <div key={answer.at}>
                        <Moment value={answer.at} /> <AnswerText answer={answer} />
                      </div>
                    )),
            },
            {
              title: zoned(t('nextAt')),
              render: (_, { nextAt }) =>
                nextAt && webhook.state !== 'stopped' && webhook.state !== 'paused' && <Moment value={nextAt} />,
            },
            actions(
              ({ type }) => t(`type.${type}`),
              (delivery) => [{ key: 'resend', label: t('resend'), why: whyNot, onClick: () => void resend(delivery) }],
            ),
          ]}
        />
      </Space>
    </OfficeFrame>
  )
}
