import { App, Checkbox, Form, Input, Modal, Skeleton } from 'antd'
import { useEffect, useState } from 'react'
import {
  maxCertificateName,
  maxCertificateText,
  maxCorrectionReason,
} from '@lectern/contract/certificates/certificate-values.ts'
import {
  readCertificate,
  replaceCertificate,
  type Certificate,
  type PrintedCertificate,
} from '@lectern/contract/certificates/certificates.ts'
import type { BodyOf } from '@lectern/contract/endpoint.ts'
import type { CertificateId } from '@lectern/contract/ids.ts'
import type { Client } from '../../../../request/client.ts'
import { createKeys } from '../../../../request/idempotency-key.ts'
import { ProblemSummary } from '../../../admin-ui/components/problem-summary.tsx'
import { formCall, useOfficeForm } from '../../../admin-ui/use-office-form.ts'
import { useCertificateWords } from '../certificate-words.ts'
import { replaceName } from '../replace-name.ts'
import { useRequiredRule } from '../use-required-rule.ts'

/** What can be corrected; award, activity and edition are facts of the contest. */
const correctable = ['name', 'work', 'team', 'people', 'advisors', 'institution', 'role', 'note'] as const
type Correctable = (typeof correctable)[number]

interface Values {
  printed: Record<Correctable, string>
  reason: string
  notify: boolean
}

interface ReplaceDialogProps {
  client: Client
  id: CertificateId
  onReplaced: () => void
  onClose: () => void
}

/** Only what differs is sent: the rest of the paper stays. */
const changesOf = (before: PrintedCertificate, after: Values['printed']): Partial<Values['printed']> =>
  Object.fromEntries(
    correctable.filter((field) => after[field].trim() !== before[field]).map((field) => [field, after[field].trim()]),
  )

/** Replaces a certificate by a corrected one with a new number; the old one says so when it is verified. */
export const ReplaceDialog = ({ client, id, onReplaced, onClose }: ReplaceDialogProps) => {
  const { t } = useCertificateWords()
  const required = useRequiredRule()
  const { message } = App.useApp()
  const [form] = Form.useForm<Values>()
  const office = useOfficeForm(form)
  const [keyOf] = useState(createKeys)
  const [isOpen, setOpen] = useState(true)
  const [certificate, setCertificate] = useState<Certificate>()
  useEffect(() => {
    let isGone = false
    client(readCertificate, { params: { id } }).then(
      (answer) => isGone || setCertificate(answer),
      // The request has shown the reason.
      () => isGone || setOpen(false),
    )
    return () => {
      isGone = true
    }
  }, [client, id])
  const send = ({ printed, reason, notify }: Values): void => {
    const changes = changesOf(certificate!.printed, printed)
    const body: BodyOf<typeof replaceCertificate> = { reason: reason.trim(), printed: changes, notify }
    void office.send(async () => {
      const headers = { 'Idempotency-Key': keyOf(body) }
      const { number } = await client(replaceCertificate, { params: { id }, body }, { ...formCall, headers })
      void message.success(t('replace.done', { number }))
      setOpen(false)
      onReplaced()
    })
  }
  /** Whoever is among the people of the team is called the same there, unless the organiser has written otherwise. */
  const renameAmongPeople = (name: string | undefined): void => {
    if (!name || form.isFieldTouched(['printed', 'people'])) return
    const { people, name: former } = certificate!.printed
    form.setFieldValue(['printed', 'people'], replaceName(people, former, name.trim()))
  }
  return (
    <Modal
      open={isOpen}
      title={t('replace.title', { number: certificate?.number ?? '' })}
      okText={t('replace')}
      okButtonProps={{ disabled: !certificate }}
      confirmLoading={office.busy}
      onOk={() => form.submit()}
      onCancel={() => setOpen(false)}
      afterClose={onClose}
      width={640}
    >
      <p style={{ marginBottom: 16 }}>{t('replace.help')}</p>
      {certificate ? (
        <Form<Values>
          form={form}
          name="replacement"
          layout="vertical"
          requiredMark={false}
          initialValues={{ printed: certificate.printed, reason: '', notify: true }}
          onValuesChange={({ printed }: { printed?: Partial<Values['printed']> }) => renameAmongPeople(printed?.name)}
          onFinish={send}
        >
          <ProblemSummary form={office} />
          {correctable
            .filter((field) => field === 'name' || certificate.printed[field] !== '')
            .map((field) => (
              <Form.Item
                key={field}
                name={['printed', field]}
                label={t(field)}
                rules={field === 'name' ? [required(t(field))] : []}
              >
                <Input
                  lang={certificate.locale}
                  autoComplete="off"
                  maxLength={field === 'name' ? maxCertificateName : maxCertificateText}
                />
              </Form.Item>
            ))}
          {correctable
            .filter((field) => field !== 'name' && certificate.printed[field] === '')
            .map((field) => (
              // What is not printed keeps its value.
              <Form.Item key={field} name={['printed', field]} hidden>
                <Input />
              </Form.Item>
            ))}
          <Form.Item name="reason" label={t('reason')} extra={t('reason.help')} rules={[required(t('reason'))]}>
            <Input.TextArea rows={2} maxLength={maxCorrectionReason} />
          </Form.Item>
          <Form.Item name="notify" valuePropName="checked">
            <Checkbox>{t('notifyHolder')}</Checkbox>
          </Form.Item>
        </Form>
      ) : (
        <Skeleton active />
      )}
    </Modal>
  )
}
