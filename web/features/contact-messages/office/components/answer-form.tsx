import type { MessageId } from '@lectern/messages/message-id.ts'
import { Alert, App, Button, Form, Input, Typography } from 'antd'
import { useState } from 'react'
import { channelOf } from '@lectern/contract/contact-messages/contact-forms.ts'
import { answerMessage, type Message } from '@lectern/contract/contact-messages/contact-messages.ts'
import { messageLimits } from '@lectern/contract/contact-messages/message-values.ts'
import type { Client } from '../../../../request/client.ts'
import { createKeys } from '../../../../request/idempotency-key.ts'
import { failureOf } from '../../../../request/request-error.ts'
import { useLeaveGuard } from '../../../../router/leave-guard.ts'
import { FormattedMessage, useIntl } from '../../../../ui/intl.tsx'
import { ProblemSummary } from '../../../admin-ui/components/problem-summary.tsx'
import { languageNames } from '../../../admin-ui/language-names.ts'
import { useOfficeForm } from '../../../admin-ui/use-office-form.ts'

interface AnswerFormProps {
  client: Client
  message: Message
  /** Text that was typed before a colleague replied. */
  draft: string
  onAnswered: (message: Message) => void
  /** A colleague answered first; this text was not sent. */
  onOutdated: (typed: string) => void
}

const outdating = ['resource.changed', 'message.answered'] as const

/** A reply by mail in the organiser's words; the template around it is in the sender's language. */
export const AnswerForm = ({ client, message, draft, onAnswered, onOutdated }: AnswerFormProps) => {
  const intl = useIntl()
  const { message: toast } = App.useApp()
  const [form] = Form.useForm<{ text: string }>()
  const [keyOf] = useState(createKeys)
  const [typed, setTyped] = useState(draft)
  const office = useOfficeForm(form)
  const text = (id: MessageId): string => intl.formatMessage({ id })
  useLeaveGuard(() => typed.trim() !== '', text('office.messages.leave'))

  if (channelOf(message.contact) !== 'mail')
    return <Alert type="info" showIcon title={text('office.messages.phoneOnly')} />
  if (!message.mail) return <Alert type="warning" showIcon title={text('office.messages.noMail')} />

  const send = (): Promise<void> => {
    const label = text('office.messages.answer')
    if (typed.trim() === '') {
      office.show([{ path: 'text', message: intl.formatMessage({ id: 'form.required' }, { label }) }])
      return Promise.resolve()
    }
    return office.send(async () => {
      const body = { version: message.version, text: typed }
      const headers = { 'Idempotency-Key': keyOf([message.id, body]) }
      try {
        const options = { inPlaceSignIn: true, reportedByCaller: outdating, headers }
        const answered = await client(answerMessage, { params: { id: message.id }, body }, options)
        setTyped('')
        onAnswered(answered)
        void toast.success(intl.formatMessage({ id: 'office.messages.sent' }, { contact: message.contact }))
      } catch (error) {
        if (!outdating.some((name) => name === failureOf(error)?.error)) throw error
        onOutdated(typed)
      }
    })
  }
  return (
    <Form
      form={form}
      layout="vertical"
      initialValues={{ text: draft }}
      disabled={office.busy}
      onValuesChange={(_, values) => setTyped(values.text)}
      onFinish={() => void send()}
    >
      <ProblemSummary form={office} />
      <Form.Item
        name="text"
        label={text('office.messages.answer')}
        extra={
          <FormattedMessage
            id="office.messages.answerHelp"
            values={{ language: languageNames(intl.locale)(message.locale) }}
          />
        }
      >
        <Input.TextArea autoSize={{ minRows: 6, maxRows: 24 }} maxLength={messageLimits.answer} />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={office.busy}>
        {intl.formatMessage({ id: 'office.messages.send' })}
      </Button>{' '}
      <Typography.Text type="secondary">{message.contact}</Typography.Text>
    </Form>
  )
}
