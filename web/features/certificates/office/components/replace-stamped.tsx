import { Checkbox, Form, Input, Modal, Skeleton, Space } from 'antd'
import { useState } from 'react'
import { maxCorrectionReason } from '@lectern/contract/certificates/certificate-values.ts'
import { replaceStamped } from '@lectern/contract/certificates/certificates.ts'
import type { CertificateTemplateId, TaskId } from '@lectern/contract/ids.ts'
import type { Client } from '../../../../request/client.ts'
import { ProblemSummary } from '../../../admin-ui/components/problem-summary.tsx'
import { formCall, useOfficeForm } from '../../../admin-ui/use-office-form.ts'
import { useCertificateWords } from '../certificate-words.ts'
import { useRequiredRule } from '../use-required-rule.ts'
import { useTemplate } from '../use-template.ts'
import { RealPage } from './real-page.tsx'
import { StampNote } from './stamp-note.tsx'
import { WholePage } from './whole-page.tsx'

interface Values {
  reason: string
  notify: boolean
}

interface ReplacingTemplateProps {
  client: Client
  id: CertificateTemplateId
  onFailed: () => void
}

/** What replacements of one template look like. */
const ReplacingTemplate = ({ client, id, onFailed }: ReplacingTemplateProps) => {
  const { t, intl } = useCertificateWords()
  const template = useTemplate(client, id, onFailed)
  if (!template) return <Skeleton active />
  const { design } = template.source
  return (
    <Space orientation="vertical" size="middle" style={{ width: '100%' }}>
      <WholePage page={design.page} share="40vh">
        <RealPage
          previewed={{ kind: template.kind, design, locale: intl.locale, sample: 'usual' }}
          label={`${t('design.preview')}: ${template.name}`}
          failed={t('design.previewFailed')}
        />
      </WholePage>
      <StampNote template={template} />
    </Space>
  )
}

interface ReplaceStampedProps {
  client: Client
  count: number
  templates: readonly { id: CertificateTemplateId }[]
  onStarted: (task: TaskId) => void
  onClose: () => void
}

/** Replaces every certificate with the stamp of the demo, in one task. */
export const ReplaceStamped = ({ client, count, templates, onStarted, onClose }: ReplaceStampedProps) => {
  const { t } = useCertificateWords()
  const required = useRequiredRule()
  const [form] = Form.useForm<Values>()
  const office = useOfficeForm(form)
  const [isOpen, setOpen] = useState(true)
  const close = (): void => setOpen(false)
  const send = ({ reason, notify }: Values): void => {
    void office.send(async () => {
      const { task } = await client(replaceStamped, { body: { reason: reason.trim(), notify } }, formCall)
      close()
      onStarted(task)
    })
  }
  return (
    <Modal
      open={isOpen}
      title={t('stamped.title', { count })}
      okText={t('stamped.replace')}
      confirmLoading={office.busy}
      onOk={() => form.submit()}
      onCancel={close}
      afterClose={onClose}
      width={640}
    >
      <Space orientation="vertical" size="middle" style={{ width: '100%' }}>
        <p>{t('stamped.help')}</p>
        {templates.map(({ id }) => (
          <ReplacingTemplate key={id} client={client} id={id} onFailed={close} />
        ))}
        <Form<Values>
          form={form}
          name="stamped"
          layout="vertical"
          requiredMark={false}
          initialValues={{ reason: t('stamped.reason'), notify: true }}
          onFinish={send}
        >
          <ProblemSummary form={office} />
          <Form.Item name="reason" label={t('reason')} extra={t('reason.help')} rules={[required(t('reason'))]}>
            <Input.TextArea rows={2} maxLength={maxCorrectionReason} />
          </Form.Item>
          <Form.Item name="notify" valuePropName="checked">
            <Checkbox>{t('stamped.notify')}</Checkbox>
          </Form.Item>
        </Form>
      </Space>
    </Modal>
  )
}
