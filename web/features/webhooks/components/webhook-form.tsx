import { Button, Form, Input, Modal } from 'antd'
import { useRef, useState } from 'react'
import { maxWebhookAddress, maxWebhookName, webhookTypes } from '@lectern/contract/webhooks/webhook-values.ts'
import { changeWebhook, createWebhook, type Webhook } from '@lectern/contract/webhooks/webhooks.ts'
import type { BodyInputOf } from '@lectern/contract/endpoint.ts'
import type { Client } from '../../../request/client.ts'
import { CheckList } from '../../admin-ui/components/check-list.tsx'
import { ProblemSummary } from '../../admin-ui/components/problem-summary.tsx'
import { formCall, useOfficeForm } from '../../admin-ui/use-office-form.ts'
import { useWebhookWords } from '../webhook-words.ts'

interface WebhookFormProps {
  client: Client
  /** Absent: a new one. */
  webhook: Webhook | undefined
  onSaved: (webhook: Webhook) => void
  onClose: () => void
}

/** Creates or changes a webhook: what it is called, where it leads, and what it is told of. */
export const WebhookForm = ({ client, webhook, onSaved, onClose }: WebhookFormProps) => {
  const t = useWebhookWords()
  const [form] = Form.useForm<BodyInputOf<typeof createWebhook>>()
  const office = useOfficeForm(form)
  const [isOpen, setOpen] = useState(true)
  const saved = useRef<Webhook>(undefined)
  const save = (values: BodyInputOf<typeof createWebhook>): Promise<void> =>
    office.send(async () => {
      const body = { ...values, name: values.name ?? '', url: values.url ?? '' }
      saved.current = webhook
        ? await client(
            changeWebhook,
            { params: { id: webhook.id }, body: { ...body, version: webhook.version } },
            { inPlaceSignIn: true },
          )
        : await client(createWebhook, { body }, formCall)
      setOpen(false)
    })
  return (
    <Modal
      open={isOpen}
      title={webhook ? t('editTitle', { name: webhook.name }) : t('new')}
      onCancel={() => setOpen(false)}
      // Unmounted only after closing, so that the focus returns first.
      afterClose={() => {
        onClose()
        if (saved.current) onSaved(saved.current)
      }}
      mask={{ closable: false }}
      footer={null}
    >
      <Form
        form={form}
        name="webhook"
        layout="vertical"
        initialValues={webhook ?? { types: [] }}
        disabled={office.busy}
        onFinish={(values) => void save(values)}
      >
        <ProblemSummary form={office} />
        <Form.Item name="name" label={t('name')} extra={t('nameHelp')} required>
          <Input autoComplete="off" maxLength={maxWebhookName} />
        </Form.Item>
        <Form.Item name="url" label={t('url')} extra={t('urlHelp')} required>
          <Input autoComplete="off" inputMode="url" maxLength={maxWebhookAddress} />
        </Form.Item>
        <Form.Item name="types" label={t('types')} required>
          <CheckList choices={webhookTypes.map((type) => ({ value: type, label: t(`type.${type}`) }))} />
        </Form.Item>
        <Button type="primary" htmlType="submit" loading={office.busy}>
          {webhook ? t('save') : t('create')}
        </Button>
      </Form>
    </Modal>
  )
}
