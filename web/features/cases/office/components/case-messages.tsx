import { Button, Card, Form, Input, Select, Space } from 'antd'
import { useState } from 'react'
import { caseLimits, type CaseThread } from '@lectern/contract/cases/case-values.ts'
import { writeToParty, type OpenedCase } from '@lectern/contract/cases/case-office.ts'
import type { Client } from '../../../../request/client.ts'
import { createKeys } from '../../../../request/idempotency-key.ts'
import { Moment } from '../../../../ui/moment.tsx'
import { CaseFiles } from '../../components/case-files.tsx'
import { useCaseWords } from '../case-words.ts'
import { CaseText } from './case-text.tsx'

interface CaseMessagesProps {
  client: Client
  contestCase: OpenedCase
  onChanged: (next: OpenedCase) => void
}

/** To whom arbiters can write now. */
const threadsOf = ({ side, statementBy, may }: OpenedCase): CaseThread[] => {
  if (may.write !== null) return ['note']
  const parties: CaseThread[] = side === 'objector' ? ['objector'] : ['respondent']
  if (side === 'objector' && statementBy !== null) parties.push('respondent')
  return [...parties, 'note']
}

/** Messages of both parties, each in a thread of its own, and notes. */
export const CaseMessages = ({ client, contestCase, onChanged }: CaseMessagesProps) => {
  const { t } = useCaseWords()
  const [keyOf] = useState(createKeys)
  const [form] = Form.useForm<{ thread: CaseThread; text: string }>()
  const [busy, setBusy] = useState(false)
  const threads = threadsOf(contestCase)
  const send = async (body: { thread: CaseThread; text: string }): Promise<void> => {
    setBusy(true)
    try {
      const headers = { 'Idempotency-Key': keyOf([contestCase.id, body]) }
      onChanged(await client(writeToParty, { params: { id: contestCase.id }, body }, { headers, inPlaceSignIn: true }))
      form.resetFields(['text'])
    } catch {
      // The request has shown the reason; what was typed stays.
    }
    setBusy(false)
  }
  return (
    <Card size="small" title={t('messages')}>
      <Space orientation="vertical" size="middle" style={{ width: '100%' }}>
        {contestCase.messages.length === 0 && <span>{t('messages.none')}</span>}
        {contestCase.messages.map(({ thread, isOfParty, by, text, at, files }) => (
          <Card
            key={`${at} ${text}`}
            size="small"
            type="inner"
            title={
              thread === 'note'
                ? t('message.note', { name: by ?? '–' })
                : isOfParty
                  ? t(`message.from.${thread}`)
                  : t(`message.to.${thread}`, { name: by ?? '–' })
            }
            extra={<Moment value={at} />}
          >
            <CaseText>{text}</CaseText>
            <CaseFiles files={files} />
          </Card>
        ))}
        <Form
          form={form}
          name="message"
          layout="vertical"
          requiredMark={false}
          initialValues={{ thread: threads[0] }}
          onFinish={(body) => void send(body)}
          style={{ maxWidth: '44rem' }}
        >
          <Form.Item name="thread" label={t('message.to')}>
            <Select
              options={threads.map((value) => ({ value, label: t(`thread.${value}`) }))}
              style={{ maxWidth: 300 }}
            />
          </Form.Item>
          <Form.Item
            name="text"
            label={t('message.text')}
            rules={[{ required: true, whitespace: true, message: t('message.missing') }]}
          >
            <Input.TextArea rows={3} maxLength={caseLimits.text} />
          </Form.Item>
          <Button htmlType="submit" loading={busy}>
            {t('message.send')}
          </Button>
        </Form>
      </Space>
    </Card>
  )
}
