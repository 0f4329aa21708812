import { Alert, Form, Input, Modal, Select } from 'antd'
import { useState } from 'react'
import type { TaskId } from '@lectern/contract/ids.ts'
import { adjustPrize, type ResultList, type ResultRow } from '@lectern/contract/results/results.ts'
import { maxReasonLength } from '@lectern/contract/review/review-values.ts'
import type { Client } from '../../../../request/client.ts'
import { useResultWords } from '../result-words.ts'

interface Fields {
  prize: string
  reason: string
}

interface AdjustPrizeProps {
  client: Client
  list: ResultList
  row: ResultRow
  prizes: readonly { value: string; label: string }[]
  onComputing: (task: TaskId) => void
  onClose: () => void
}

const none = 'none'

/** Gives a work another prize, or none. The reason is public. */
export const AdjustPrize = ({ client, list, row, prizes, onComputing, onClose }: AdjustPrizeProps) => {
  const { t, intl } = useResultWords()
  const [form] = Form.useForm<Fields>()
  const [isOpen, setOpen] = useState(true)
  const [isBusy, setBusy] = useState(false)
  const current = row.prize?.id ?? none
  const send = async ({ prize, reason }: Fields): Promise<void> => {
    setBusy(true)
    try {
      const body = { work: row.work, prize: prize === none ? null : prize, reason: reason.trim() }
      const { task } = await client(adjustPrize, { params: { id: list.id }, body })
      setOpen(false)
      onComputing(task)
    } catch {
      // The request has shown the reason.
    }
    setBusy(false)
  }
  return (
    <Modal
      open={isOpen}
      title={t('adjust.title', { name: row.title || row.number })}
      okText={t('adjust')}
      okButtonProps={{ loading: isBusy }}
      onOk={() => form.submit()}
      onCancel={() => setOpen(false)}
      afterClose={onClose}
    >
      <Form form={form} layout="vertical" requiredMark={false} onFinish={(typed) => void send(typed)}>
        <Form.Item
          name="prize"
          label={t('adjust.prize')}
          extra={t('adjust.now', { prize: row.prize?.label ?? t('noPrize') })}
          rules={[{ required: true, message: t('adjust.prizeNeeded') }]}
        >
          <Select
            options={[...prizes, { value: none, label: t('noPrize') }].filter(({ value }) => value !== current)}
          />
        </Form.Item>
        <Form.Item
          name="reason"
          label={intl.formatMessage({ id: 'office.audit.field.reason' })}
          extra={t('adjust.reason.help')}
          rules={[
            { required: true, whitespace: true, message: intl.formatMessage({ id: 'office.decision.reasonNeeded' }) },
          ]}
        >
          <Input.TextArea rows={3} maxLength={maxReasonLength} />
        </Form.Item>
      </Form>
      <Alert type="info" showIcon title={t('adjust.help')} />
    </Modal>
  )
}
