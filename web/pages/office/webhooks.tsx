import {
  deleteWebhook,
  listWebhooks,
  pauseWebhook,
  renewWebhookKey,
  resumeWebhook,
  testWebhook,
  type Webhook,
} from '@lectern/contract/webhooks/webhooks.ts'
import { App, Button, Empty, Space, Table, Typography } from 'antd'
import { useState } from 'react'
import { useClient } from '../../app/client-context.tsx'
import { OfficeFrame } from '../../app/office/office-frame.tsx'
import { useActionsColumn } from '../../features/admin-ui/actions-column.tsx'
import { ConfirmDelete } from '../../features/admin-ui/components/confirm-delete.tsx'
import { ForOthers } from '../../features/admin-ui/components/for-others.tsx'
import type { RowAction } from '../../features/admin-ui/components/row-actions.tsx'
import { StateTag, type Tone } from '../../features/admin-ui/components/state-tag.tsx'
import { useTableSize } from '../../features/admin-ui/density.ts'
import { wideTable } from '../../features/admin-ui/wide-table.ts'
import { AnswerText, isConfirmed } from '../../features/webhooks/components/webhook-answer.tsx'
import { WebhookForm } from '../../features/webhooks/components/webhook-form.tsx'
import { WebhookKey } from '../../features/webhooks/components/webhook-key.tsx'
import { useWebhookWords } from '../../features/webhooks/webhook-words.ts'
import { go } from '../../router/history.ts'
import { Link } from '../../router/link.tsx'
import type { LoaderInput } from '../../router/route.ts'
import { useData, useRouter } from '../../router/router-context.tsx'
import { useIntl } from '../../ui/intl.tsx'
import { Moment, useZoned } from '../../ui/moment.tsx'

export const loader = ({ client }: LoaderInput) => client(listWebhooks, {}, { skipErrorHandler: true })

const tones: Record<Webhook['state'], Tone> = { active: 'good', failing: 'waiting', paused: 'quiet', stopped: 'bad' }

const pathOf = ({ id }: Webhook): string => `/Admin/Webhook/${id}`

/** What is open beside the list. */
type Dialog = { kind: 'form'; webhook?: Webhook } | { kind: 'key' | 'delete'; webhook: Webhook }

export default function Webhooks() {
  const intl = useIntl()
  const client = useClient()
  const router = useRouter()
  const t = useWebhookWords()
  const { message, modal } = App.useApp()
  const { list, whyNot } = useData<typeof loader>()
  const zoned = useZoned()
  const size = useTableSize()
  const actions = useActionsColumn()
  const [dialog, setDialog] = useState<Dialog>()
  const close = (): void => setDialog(undefined)

  const run = async (work: () => Promise<unknown>): Promise<void> => {
    try {
      await work()
    } catch {
      // The request has shown the reason.
    }
    await router.reload()
  }
  const pause = ({ id }: Webhook): Promise<void> =>
    run(async () => {
      await client(pauseWebhook, { params: { id } })
      void message.success(t('pausedDone'))
    })
  const resume = ({ id }: Webhook): Promise<void> =>
    run(async () => {
      await client(resumeWebhook, { params: { id } })
      void message.success(t('resumedDone'))
    })
  const sendTest = ({ id, name }: Webhook): Promise<void> =>
    run(async () => {
      const answer = await client(testWebhook, { params: { id } })
      const show = isConfirmed(answer) ? modal.success : modal.warning
      show({
        title: t('testTitle', { name }),
        content: (
          <>
            <Typography.Paragraph>{isConfirmed(answer) ? t('testGood') : t('testBad')}</Typography.Paragraph>
            <AnswerText answer={answer} />
          </>
        ),
        okText: t('close'),
      })
    })
  const askToRenew = ({ id, name }: Webhook): void =>
    void modal.confirm({
      title: t('keyRenewTitle', { name }),
      content: t('keyRenewHelp'),
      okText: t('keyRenew'),
      cancelText: t('cancel'),
      onOk: () =>
        run(async () => {
          const webhook = await client(renewWebhookKey, { params: { id } })
          setDialog({ kind: 'key', webhook })
        }),
    })
  const actionsOf = (webhook: Webhook): RowAction[] => {
    const isOff = webhook.state === 'paused' || webhook.state === 'stopped'
    return [
      { key: 'deliveries', label: t('deliveries'), onClick: () => void go(router, pathOf(webhook)) },
      { key: 'key', label: t('key'), onClick: () => setDialog({ kind: 'key', webhook }) },
      { key: 'test', label: t('test'), why: whyNot, onClick: () => void sendTest(webhook) },
      { key: 'edit', label: t('edit'), why: whyNot, onClick: () => setDialog({ kind: 'form', webhook }) },
      { key: 'renew', label: t('keyRenew'), why: whyNot, onClick: () => askToRenew(webhook) },
      isOff
        ? { key: 'resume', label: t('resume'), why: whyNot, onClick: () => void resume(webhook) }
        : { key: 'pause', label: t('pause'), onClick: () => void pause(webhook) },
      {
        key: 'delete',
        label: t('delete'),
        danger: true,
        why: whyNot,
        onClick: () => setDialog({ kind: 'delete', webhook }),
      },
    ]
  }
  const add = (
    <Button type="primary" disabled={whyNot !== null} onClick={() => setDialog({ kind: 'form' })}>
      {t('new')}
    </Button>
  )
  return (
    <OfficeFrame title={intl.formatMessage({ id: 'menu.webhooks' })} actions={add}>
      <Space orientation="vertical" size="middle" style={{ width: '100%' }}>
        <ForOthers why={whyNot} />
        <Typography.Text type="secondary">{t('intro')}</Typography.Text>
        <Table<Webhook>
          rowKey="id"
          size={size}
          dataSource={list}
          pagination={false}
          {...wideTable(list)}
          locale={{ emptyText: <Empty image={null} description={t('none')} /> }}
          columns={[
            {
              title: t('name'),
              render: (_, webhook) => (
                <>
                  <Link to={pathOf(webhook)}>{webhook.name}</Link>
                  <br />
                  <span className="muted">{new URL(webhook.url).host}</span>
                </>
              ),
            },
            {
              title: t('state'),
              render: (_, { state, stopReason }) => (
                <>
                  <StateTag tone={tones[state]}>{t(`state.${state}`)}</StateTag>
                  {stopReason && <div className="muted">{t(`stopped.${stopReason}`)}</div>}
                </>
              ),
            },
            { title: t('types'), render: (_, { types }) => intl.formatList(types.map((type) => t(`type.${type}`))) },
            {
              title: t('deliveries'),
              render: (_, { waiting, failed }) => (waiting + failed > 0 ? t('open', { waiting, failed }) : null),
            },
            {
              title: zoned(t('lastDeliveredAt')),
              render: (_, { lastDeliveredAt }) => (lastDeliveredAt ? <Moment value={lastDeliveredAt} /> : t('never')),
            },
            { title: t('createdBy'), dataIndex: 'createdBy' },
            actions(({ name }) => name, actionsOf),
          ]}
        />
      </Space>
      {dialog?.kind === 'form' && (
        <WebhookForm
          client={client}
          webhook={dialog.webhook}
          onClose={close}
          onSaved={(webhook) => {
            if (dialog.webhook) void message.success(t('saved'))
            else setDialog({ kind: 'key', webhook })
            void router.reload()
          }}
        />
      )}
      {dialog?.kind === 'key' && <WebhookKey webhook={dialog.webhook} onClose={close} />}
      {dialog?.kind === 'delete' && (
        <ConfirmDelete
          name={dialog.webhook.name}
          details={t('deleteHelp')}
          onClose={close}
          onDelete={() =>
            run(async () => {
              await client(deleteWebhook, { params: { id: dialog.webhook.id } })
              void message.success(t('deleted'))
            })
          }
        />
      )}
    </OfficeFrame>
  )
}
